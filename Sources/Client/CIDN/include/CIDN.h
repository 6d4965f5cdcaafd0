#ifndef CIDN_H
#define CIDN_H

// The conversion of host names by libidn2, which is loaded for the first name with non-ASCII
// letters.

/// The size of a buffer for a host name in UTF-8. A name has at most 253 characters.
#define CIDN_ROOM 1024

typedef enum __attribute__((enum_extensibility(closed))) {
  CIDN_CONVERTED,
  CIDN_REFUSED,
  CIDN_TOO_LONG,
  CIDN_NO_LIBRARY,
} cidn_result;

/// Returns the file name of the library if it can be loaded, or null.
const char *_Nullable cidn_library_name(void);

/// Converts a host name in UTF-8 to its ASCII form (UTS #46, nontransitional), and the ASCII form
/// back to UTF-8.
cidn_result cidn_convert(
    const char *_Nonnull host, char ascii[_Nonnull CIDN_ROOM], char text[_Nonnull CIDN_ROOM]);

#endif
