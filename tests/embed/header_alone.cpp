#include "vksort.h"
