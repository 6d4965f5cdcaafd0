#ifndef CCURL_FUNCTIONS_H
#define CCURL_FUNCTIONS_H

// The functions of libcurl. Loading libcurl and about thirty libraries on which it depends takes
// longer than most commands. Therefore the program is not linked to libcurl: the sending thread
// opens it while other threads work. Every file here calls libcurl through this table, under
// libcurl's own names.

#include <curl/curl.h>

#define CCURL_FUNCTIONS(EACH)                                                                   \
  EACH(easy_cleanup)                                                                            \
  EACH(easy_getinfo)                                                                            \
  EACH(easy_init)                                                                               \
  EACH(easy_perform)                                                                            \
  EACH(easy_reset)                                                                              \
  EACH(easy_setopt)                                                                             \
  EACH(easy_strerror)                                                                           \
  EACH(free)                                                                                    \
  EACH(global_init)                                                                             \
  EACH(multi_add_handle)                                                                        \
  EACH(multi_cleanup)                                                                           \
  EACH(multi_info_read)                                                                         \
  EACH(multi_init)                                                                              \
  EACH(multi_perform)                                                                           \
  EACH(multi_poll)                                                                              \
  EACH(multi_remove_handle)                                                                     \
  EACH(multi_setopt)                                                                            \
  EACH(multi_wakeup)                                                                            \
  EACH(share_cleanup)                                                                           \
  EACH(share_init)                                                                              \
  EACH(share_setopt)                                                                            \
  EACH(slist_append)                                                                            \
  EACH(slist_free_all)                                                                          \
  EACH(url)                                                                                     \
  EACH(url_cleanup)                                                                             \
  EACH(url_get)                                                                                 \
  EACH(url_set)                                                                                 \
  EACH(version_info)

typedef struct {
#define CCURL_MEMBER(name) __typeof__(&curl_##name) name;
  CCURL_FUNCTIONS(CCURL_MEMBER)
#undef CCURL_MEMBER
} ccurl_functions;

/// The table that ccurl_open_library fills. Its functions must not be called before.
extern ccurl_functions ccurl_library;

/// Opens libcurl. Returns 1 if it is installed with every function above. May be called from any
/// thread; only the first call has an effect.
int ccurl_open_library(void);

// libcurl's header defines macros for its variadic functions.
#undef curl_easy_getinfo
#undef curl_easy_setopt
#undef curl_multi_setopt
#undef curl_share_setopt

#define curl_easy_cleanup ccurl_library.easy_cleanup
#define curl_easy_getinfo ccurl_library.easy_getinfo
#define curl_easy_init ccurl_library.easy_init
#define curl_easy_perform ccurl_library.easy_perform
#define curl_easy_reset ccurl_library.easy_reset
#define curl_easy_setopt ccurl_library.easy_setopt
#define curl_easy_strerror ccurl_library.easy_strerror
#define curl_free ccurl_library.free
#define curl_global_init ccurl_library.global_init
#define curl_multi_add_handle ccurl_library.multi_add_handle
#define curl_multi_cleanup ccurl_library.multi_cleanup
#define curl_multi_info_read ccurl_library.multi_info_read
#define curl_multi_init ccurl_library.multi_init
#define curl_multi_perform ccurl_library.multi_perform
#define curl_multi_poll ccurl_library.multi_poll
#define curl_multi_remove_handle ccurl_library.multi_remove_handle
#define curl_multi_setopt ccurl_library.multi_setopt
#define curl_multi_wakeup ccurl_library.multi_wakeup
#define curl_share_cleanup ccurl_library.share_cleanup
#define curl_share_init ccurl_library.share_init
#define curl_share_setopt ccurl_library.share_setopt
#define curl_slist_append ccurl_library.slist_append
#define curl_slist_free_all ccurl_library.slist_free_all
#define curl_url ccurl_library.url
#define curl_url_cleanup ccurl_library.url_cleanup
#define curl_url_get ccurl_library.url_get
#define curl_url_set ccurl_library.url_set
#define curl_version_info ccurl_library.version_info

#endif
