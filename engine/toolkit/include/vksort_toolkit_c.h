// The Toolkit and the Verifier in C99, for C and for languages that call C. vksort_c.h explains the conventions.
#pragma once
// clang-format off: keeps small structs on one line each
#include "vksort_c.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vksortToolkit_T* vksortToolkit;
typedef struct vksortVerifier_T* vksortVerifier;

// vksort_toolkit.h
#define VKSORT_NO_ARGUMENT (~(VkDeviceSize)0)
typedef uint32_t vksortToolSet;
#define VKSORT_RUN_TOOL (1u << 0)
#define VKSORT_CELL_TOOL (1u << 1)
#define VKSORT_CULL_TOOL (1u << 2)
#define VKSORT_GATHER_TOOL (1u << 3)
#define VKSORT_SELECT_TOOL (1u << 4)
#define VKSORT_ALL_TOOLS 31u
typedef struct vksortToolkitInfo {
  uint64_t struct_size;
  vksortDevice device;
  vksortToolSet tools;
  const vksortCreation* creation;
} vksortToolkitInfo;
VKSORT_API void vksortInitToolkitInfo(vksortToolkitInfo* out, size_t struct_size);
typedef struct vksortCountTarget {
  VkBuffer buffer;
  VkDeviceSize offset, argument_offset;
  uint32_t per_workgroup;
} vksortCountTarget;
typedef struct vksortSortedRange {
  vksortRange elements;
  uint32_t first, count;
  vksortCountSource count_source;
  uint32_t element_words;
  vksortKeyBits bits;
} vksortSortedRange;
typedef struct vksortRunInfo {
  uint64_t struct_size;
  vksortSortedRange sorted;
  vksortRange starts;
  vksortCountTarget run_count;
  vksortRange scratch;
  VkDescriptorSet descriptor_set;
} vksortRunInfo;
VKSORT_API void vksortInitRunInfo(vksortRunInfo* out, size_t struct_size);
typedef struct vksortCellInfo {
  uint64_t struct_size;
  vksortSortedRange sorted;
  vksortRange cells;
  uint32_t cell_count;
  VkDescriptorSet descriptor_set;
} vksortCellInfo;
VKSORT_API void vksortInitCellInfo(vksortCellInfo* out, size_t struct_size);
typedef struct vksortCullInfo {
  uint64_t struct_size;
  vksortRange source;
  uint32_t first, count;
  vksortCountSource count_source;
  uint32_t element_words;
  vksortKeyType key_type;
  uint32_t lowest, highest;
  vksortRange indices, keys;
  vksortCountTarget kept;
  vksortRange scratch;
  VkDescriptorSet descriptor_set;
} vksortCullInfo;
VKSORT_API void vksortInitCullInfo(vksortCullInfo* out, size_t struct_size);
typedef struct vksortGatherInfo {
  uint64_t struct_size;
  vksortRange source, target, indices;
  uint32_t first, count;
  vksortCountSource count_source;
  uint32_t element_words;
  vksortRange scratch;
  VkDescriptorSet descriptor_set;
} vksortGatherInfo;
VKSORT_API void vksortInitGatherInfo(vksortGatherInfo* out, size_t struct_size);
typedef struct vksortSelectInfo {
  uint64_t struct_size;
  vksortRange source;
  uint32_t first, count;
  vksortCountSource count_source;
  uint32_t element_words;
  vksortKeyType key_type;
  vksortOrder order;
  vksortNanRule nan_rule;
  uint32_t k;
  vksortCountSource k_source;
  uint32_t row_count, row_stride;
  vksortRange segments, indices, keys;
  vksortCountTarget selected;
  vksortRange scratch;
  VkDescriptorSet descriptor_set;
} vksortSelectInfo;
VKSORT_API void vksortInitSelectInfo(vksortSelectInfo* out, size_t struct_size);
VKSORT_API VkResult vksortToolkitCreate(const vksortToolkitInfo* info, vksortToolkit* out, const char** reason);
VKSORT_API void vksortToolkitDestroy(vksortToolkit toolkit);
VKSORT_API vksortRecordStatus vksortToolkitRecordRuns(vksortToolkit toolkit, VkCommandBuffer cmd,
                                                      const vksortRunInfo* info);
VKSORT_API vksortRecordStatus vksortToolkitRecordCells(vksortToolkit toolkit, VkCommandBuffer cmd,
                                                       const vksortCellInfo* info);
VKSORT_API vksortRecordStatus vksortToolkitRecordCull(vksortToolkit toolkit, VkCommandBuffer cmd,
                                                      const vksortCullInfo* info);
VKSORT_API vksortRecordStatus vksortToolkitRecordGather(vksortToolkit toolkit, VkCommandBuffer cmd,
                                                        const vksortGatherInfo* info);
VKSORT_API vksortRecordStatus vksortToolkitRecordSelect(vksortToolkit toolkit, VkCommandBuffer cmd,
                                                        const vksortSelectInfo* info);
VKSORT_API VkDeviceSize vksortToolkitScratchBytes(vksortToolkit toolkit, uint32_t max_count);
VKSORT_API VkDeviceSize vksortToolkitSelectScratchBytes(vksortToolkit toolkit, const vksortSelectInfo* info);
VKSORT_API VkDescriptorSetLayout vksortToolkitDescriptorSetLayout(vksortToolkit toolkit);
VKSORT_API vksortRecordStatus vksortRecordCulledSort(vksortToolkit toolkit, vksortSorter sorter, VkCommandBuffer cmd,
                                                     const vksortCullInfo* cull, const vksortSortInfo* sort,
                                                     const vksortRange* state);
VKSORT_API vksortRecordStatus vksortRecordSelectedSort(vksortToolkit toolkit, vksortSorter sorter, VkCommandBuffer cmd,
                                                       const vksortSelectInfo* select, const vksortSortInfo* sort,
                                                       const vksortRange* state);

// vksort_verifier.h
#define VKSORT_VERIFY_DESCRIPTORS_PER_SET 3u
typedef struct vksortVerifyInfo {
  uint64_t struct_size;
  vksortOrdering ordering;
  vksortRange keys, payload;
  uint32_t first, count;
  vksortRange result;
  VkDescriptorSet descriptor_set;
} vksortVerifyInfo;
VKSORT_API void vksortInitVerifyInfo(vksortVerifyInfo* out, size_t struct_size);
VKSORT_API VkResult vksortVerifierCreate(const vksortDevice* device, vksortVerifier* out, const char** reason);
VKSORT_API void vksortVerifierDestroy(vksortVerifier verifier);
VKSORT_API vksortRecordStatus vksortVerifierRecord(vksortVerifier verifier, VkCommandBuffer cmd,
                                                   const vksortVerifyInfo* info);
VKSORT_API VkDescriptorSetLayout vksortVerifierDescriptorSetLayout(vksortVerifier verifier);
#ifdef __cplusplus
}
#endif
