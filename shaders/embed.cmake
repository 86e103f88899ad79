# cmake -DINPUT=a.spv -DOUTPUT=a.spv.h -DNAME=a [-DPACKED=ON] -P embed.cmake: SPIR-V as a C++ array of words
# (little-endian), and its size as a_bytes. PACKED: the words of a DEFLATE stream, for vksort::Spirv, in namespace
# vksort::spirv.
file(SIZE ${INPUT} bytes)
if(PACKED)
  # A file of gzip has the stream behind a header of 10 bytes, if no part of that is optional, and before 8 bytes more.
  file(ARCHIVE_CREATE OUTPUT ${OUTPUT}.gz PATHS ${INPUT} FORMAT raw COMPRESSION GZip COMPRESSION_LEVEL 9)
  file(READ ${OUTPUT}.gz header LIMIT 4 HEX)
  if(NOT header STREQUAL "1f8b0800")
    message(FATAL_ERROR "${OUTPUT}.gz begins with ${header}, not with 1f8b0800")
  endif()
  file(SIZE ${OUTPUT}.gz length)
  math(EXPR length "${length} - 10 - 8")
  file(READ ${OUTPUT}.gz array OFFSET 10 LIMIT ${length} HEX)
  file(REMOVE ${OUTPUT}.gz)
  string(APPEND array "000000")  # to the last whole word
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
