#include "BuildRecord.h"

const char *build_record_commit(void) { return BUILD_RECORD_COMMIT; }

const char *build_record_dependencies(void) { return BUILD_RECORD_DEPENDENCIES; }
