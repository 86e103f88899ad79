// Everything that the library must not contain, for the symbol check to find.
#include <vulkan/vulkan.h>

#include <vector>

int foreign_state = 1;

struct ForeignType {
  virtual ~ForeignType();
};
ForeignType::~ForeignType() = default;

void foreignFunction(VkCommandBuffer command_buffer, std::vector<int>& list, int* out) {
  vkCmdDispatch(command_buffer, 1, 1, 1);
  list.push_back(*out);
  if (list.size() > 9) throw 1;
  *out = *new int(1);
}
