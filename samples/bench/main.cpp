// vksort-bench: GPU time of sorts by size, each result verified, beside the times of other sorts.
#include "commands.h"
#include "program/program.h"

int main(int argc, char** argv) {
  return samples::runProgram("vksort-bench", [&] { return bench::runCommand(argc, argv); });
}
