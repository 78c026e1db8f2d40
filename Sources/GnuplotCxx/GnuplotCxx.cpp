#include "GnuplotCxx.h"
