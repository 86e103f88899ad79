# cmake -DINPUT=a.spv -DOUTPUT=a.spv.h -DNAME=a [-DPACKED=ON] -P embed.cmake Writes SPIR-V as a C++ array of
# little-endian words, and its size as a_bytes. PACKED: a DEFLATE stream in namespace vksort::spirv, for vksort::Spirv.
file(SIZE ${INPUT} bytes)
if(PACKED)
  # In a gzip file, the stream follows a 10-byte header without optional parts, and precedes 8 more bytes.
  file(ARCHIVE_CREATE OUTPUT ${OUTPUT}.gz PATHS ${INPUT} FORMAT raw COMPRESSION GZip COMPRESSION_LEVEL 9)
  file(READ ${OUTPUT}.gz header LIMIT 4 HEX)
  if(NOT header STREQUAL "1f8b0800")
    message(FATAL_ERROR "${OUTPUT}.gz begins with ${header}, not with 1f8b0800")
  endif()
  file(SIZE ${OUTPUT}.gz length)
  math(EXPR length "${length} - 10 - 8")
  file(READ ${OUTPUT}.gz array OFFSET 10 LIMIT ${length} HEX)
  file(REMOVE ${OUTPUT}.gz)
  string(APPEND array "000000")  # pads to whole words
else()
  file(READ ${INPUT} array HEX)
endif()
string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1," array "${array}")
string(REGEX REPLACE ",[^,]*$" "," array "${array}")
string(REPEAT "0x........," 10 line)
string(REGEX REPLACE "(${line})" "\\1\n" array "${array}")
string(CONCAT text "static constexpr std::uint32_t ${NAME}_bytes = ${bytes};\n"
  "static constexpr std::uint32_t ${NAME}[] = {\n${array}\n};\n")
if(PACKED)
  set(text "namespace vksort::spirv {\n${text}}\n")
endif()
file(WRITE ${OUTPUT} "#pragma once\n#include <cstdint>\n${text}")
