#include "BuildRecord.h"

const char *build_record_commit(void) { return BUILD_RECORD_COMMIT; }
