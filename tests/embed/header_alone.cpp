#include "vksort.h"
#include "vksort_verifier.h"
