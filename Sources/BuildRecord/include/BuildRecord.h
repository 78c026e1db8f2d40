#ifndef BUILD_RECORD_H
#define BUILD_RECORD_H

/// The commit that the program was built from, as `git describe` names it; empty if the build did
/// not set it.
const char *_Nonnull build_record_commit(void);

/// The packages that were built in, as `name@version` between commas; empty if the build did not
/// set them.
const char *_Nonnull build_record_dependencies(void);

#endif
