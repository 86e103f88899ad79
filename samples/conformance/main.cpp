#include "program.h"

int main(int argc, char** argv) { return conform::runProgram(argc, argv, nullptr); }
