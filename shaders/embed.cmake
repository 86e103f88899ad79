# cmake -DINPUT=a.spv -DOUTPUT=a.spv.h -DNAME=a [-DPACKED=ON] -P embed.cmake: SPIR-V as a C++ array of words
# (little-endian hosts). PACKED: as an array of 16 bits, mostly one for each word, and the number of words as a_words; see
# engine/vksort/vulkan/module.cpp.
file(READ ${INPUT} words HEX)
string(LENGTH "${words}" count)
math(EXPR count "${count} / 8")
string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1," words "${words}")
string(REGEX REPLACE "(...........,...........,...........,...........,...........,...........,...........,...........,)" "\\1\n" words "${words}")
set(type uint32_t)
if(PACKED)
  set(type uint16_t)
  set(size "static constexpr std::uint32_t ${NAME}_words = ${count};\n")
  string(REGEX REPLACE "0x0000([0-7]...)," "0x\\1," words "${words}")
  string(REGEX REPLACE "0x000([1-9a-f])0([0-7]..)," "0x8000+0x\\1*0x800+0x\\2," words "${words}")
  string(REGEX REPLACE "0x(....)(....)," "0x8000,0x\\2,0x\\1," words "${words}")
endif()
file(WRITE ${OUTPUT} "#pragma once\n#include <cstdint>\n${size}static constexpr std::${type} ${NAME}[] = {\n${words}\n};\n")
