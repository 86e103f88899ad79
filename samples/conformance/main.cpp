// vksort-conform: shows on this device that vksort keeps what it promises, and writes a report.
#include "program.h"

int main(int argc, char** argv) { return conform::runProgram(argc, argv, nullptr); }
