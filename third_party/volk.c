// The one place where volk's source is compiled.
#include <volk.c>
