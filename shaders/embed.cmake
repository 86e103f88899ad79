# cmake -DINPUT=a.spv -DOUTPUT=a.spv.h -DNAME=a -P embed.cmake: SPIR-V as a C++ array of words (little-endian hosts).
file(READ ${INPUT} words HEX)
string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1," words "${words}")
string(REGEX REPLACE "(...........,...........,...........,...........,...........,...........,...........,...........,)" "\\1\n" words "${words}")
file(WRITE ${OUTPUT} "#pragma once\n#include <cstdint>\nstatic constexpr std::uint32_t ${NAME}[] = {\n${words}\n};\n")
