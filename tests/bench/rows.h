// Rows to write, and what was written.
#pragma once

#include <cstdio>
#include <string>

#include "output/output.h"

namespace test {

inline bench::Row exampleRow(const std::string& algorithm, double median_us) {
  bench::Row row;
  row.algorithm = algorithm;
  row.count = 1024;
  row.measured = {3, median_us, 1.0, 4.0, 0.5, true};
  row.bytes_moved = 24576;
  row.copy_share = 0.25;
  row.used = "radix";
  row.scratch_bytes = 4096;
  return row;
}

// What `write` prints to a stream.
template <typename Write>
std::string printed(Write write) {
  std::FILE* file = std::tmpfile();
  write(file);
  std::rewind(file);
  std::string text;
  for (int c = 0; (c = std::fgetc(file)) != EOF;) text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

}  // namespace test
