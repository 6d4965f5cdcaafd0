import ClientModel

extension CacheCase {
  private static let posts = CacheRule(mode: .fresh, methods: [.post])
  private static let anyAge = CacheRule(mode: .fresh, maxAge: .zero)
  private static let minute = "Cache-Control: max-age=60 | ETag: \"a\""
  private static let only = CacheRule(mode: .only)
  private static let refresh = CacheRule(mode: .refresh)

  /// What the request says.
  // swift-format-ignore
  static let request: [CacheCase] = [
    .init("5.2.1.1", "max-age takes what is younger", minute, request: "Cache-Control: max-age=30", after: 30, .fresh),
    .init("5.2.1.1", "max-age refuses what is older", minute, request: "Cache-Control: max-age=30", after: 31, .validated),
    .init("5.2.1.1", "max-age=0 always asks a second later", minute, request: "Cache-Control: max-age=0", after: 1, .validated),
    .init("5.2.1.1", "a longer max-age does not lengthen the lifetime", minute, request: "Cache-Control: max-age=600", after: 61, .validated),
    .init("5.2.1.1", "an unreadable max-age asks", minute, request: "Cache-Control: max-age=x", after: 1, .validated),
    .init("5.2.1.1", "two max-ages that differ ask", minute, request: "Cache-Control: max-age=30, max-age=50", after: 1, .validated),
    .init("5.2.1.1", "a quoted max-age counts", minute, request: "Cache-Control: max-age=\"30\"", after: 30, .fresh),
    .init("5.2.1.2", "max-stale takes a stale one", minute, request: "Cache-Control: max-stale=30", after: 90, .stale),
    .init("5.2.1.2", "max-stale has an end", minute, request: "Cache-Control: max-stale=30", after: 91, .validated),
    .init("5.2.1.2", "max-stale without a value takes any", minute, request: "Cache-Control: max-stale", after: 6000, .stale),
    .init("5.2.1.2", "an unreadable max-stale allows nothing", minute, request: "Cache-Control: max-stale=x", after: 61, .validated),
    .init("5.2.1.2", "max-stale does not hide what is fresh", minute, request: "Cache-Control: max-stale=30", after: 59, .fresh),
    .init("5.2.1.1", "max-age bounds the age beside max-stale", minute, request: "Cache-Control: max-stale=100, max-age=80", after: 90, .validated),
    .init("5.2.1.1", "within max-age, max-stale holds", minute, request: "Cache-Control: max-stale=100, max-age=100", after: 90, .stale),
    .init("5.2.1.3", "min-fresh is satisfied", minute, request: "Cache-Control: min-fresh=30", after: 30, .fresh),
    .init("5.2.1.3", "min-fresh is not satisfied", minute, request: "Cache-Control: min-fresh=30", after: 31, .validated),
    .init("5.2.1.3", "an unreadable min-fresh asks", minute, request: "Cache-Control: min-fresh=x", after: 1, .validated),
    .init("5.2.1.4", "no-cache validates", minute, request: "Cache-Control: no-cache", after: 1, .validated),
    .init("5.2.1.4", "no-cache asks where there is no validator", "Cache-Control: max-age=60", request: "Cache-Control: no-cache", after: 1, .asked),
    .init("5.4", "Pragma: no-cache counts alone", minute, request: "Pragma: no-cache", after: 1, .validated),
    .init("5.4", "Pragma counts for nothing beside Cache-Control", minute, request: "Pragma: no-cache | Cache-Control: max-age=60", after: 1, .fresh),
    .init("5.4", "Pragma in a response means nothing", "Cache-Control: max-age=60 | Pragma: no-cache", after: 1, .fresh),
    .init("5.2.1.5", "no-store goes past the cache", minute, request: "Cache-Control: no-store", after: 1, .asked),
    .init("5.2.1.6", "no-transform changes nothing", minute, request: "Cache-Control: no-transform", after: 1, .fresh),
    .init("5.2.1.7", "only-if-cached takes what is fresh", minute, request: "Cache-Control: only-if-cached", after: 1, .fresh),
    .init("5.2.1.7", "only-if-cached refuses what is stale", minute, request: "Cache-Control: only-if-cached", after: 61, .refused),
    .init("5.2.1.7", "only-if-cached with max-stale takes it", minute, request: "Cache-Control: only-if-cached, max-stale", after: 61, .stale),
    .init("5.2.1.7", "only-if-cached and no-cache cannot both be met", minute, request: "Cache-Control: only-if-cached, no-cache", after: 1, .refused),
    .init("5.2.1.7", "only-if-cached and no-store cannot both be met", minute, request: "Cache-Control: only-if-cached, no-store", after: 1, .refused),
    .init("5.2.3", "an unknown directive changes nothing", minute, request: "Cache-Control: please", after: 1, .fresh),
    .init("4", "HEAD is answered from what GET brought", minute, method: .head, after: 1, .fresh),
    .init("4", "POST goes past the cache", minute, method: .post, after: 1, .asked),
    .init("4", "PUT goes past the cache", minute, method: .put, after: 1, .asked),
    .init("4", "DELETE goes past the cache", minute, method: .delete, after: 1, .asked),
    .init("4", "OPTIONS goes past the cache", minute, method: .options, after: 1, .asked),
    .init("4", "an unknown method goes past the cache", minute, method: HTTPMethod("PURGE")!, after: 1, .asked),
    .init("3.3", "a range goes past the cache", minute, request: "Range: bytes=0-9", after: 1, .asked),
    .init("4.3.2", "the user's own If-None-Match goes out as it is", minute, request: "If-None-Match: \"a\"", after: 1, .asked),
    .init("4.3.2", "the user's own If-Modified-Since goes out as it is", minute, request: "If-Modified-Since: @0", after: 1, .asked),
    .init("4.3.2", "the user's own If-Match goes out as it is", minute, request: "If-Match: *", after: 1, .asked),
  ]

  /// What the response says of its use.
  // swift-format-ignore
  static let response: [CacheCase] = [
    .init("5.2.2.4", "no-cache validates what is fresh", "Cache-Control: max-age=60, no-cache | ETag: \"a\"", after: 1, .validated),
    .init("5.2.2.4", "no-cache asks where there is no validator", "Cache-Control: max-age=60, no-cache", after: 1, .asked),
    .init("5.2.2.4", "no-cache with names applies to the response", "Cache-Control: max-age=60, no-cache=\"Set-Cookie\" | ETag: \"a\"", after: 1, .validated),
    .init("5.2.2.4", "NO-CACHE in capitals counts", "Cache-Control: max-age=60, NO-CACHE | ETag: \"a\"", after: 1, .validated),
    .init("5.2.2.4", "no-cache beats max-stale", "Cache-Control: no-cache | ETag: \"a\"", request: "Cache-Control: max-stale", after: 1, .validated),
    .init("5.2.2.4", "no-cache beats only-if-cached", "Cache-Control: max-age=60, no-cache | ETag: \"a\"", request: "Cache-Control: only-if-cached", after: 1, .refused),
    .init("5.2.2.2", "must-revalidate lets what is fresh be used", "Cache-Control: max-age=60, must-revalidate", after: 59, .fresh),
    .init("5.2.2.2", "must-revalidate beats max-stale", "Cache-Control: max-age=60, must-revalidate | ETag: \"a\"", request: "Cache-Control: max-stale", after: 61, .validated),
    .init("5.2.2.2", "must-revalidate beats mode only", "Cache-Control: max-age=60, must-revalidate | ETag: \"a\"", after: 61, rule: only, .refused),
    .init("5.2.2.4", "no-cache beats mode only", "Cache-Control: max-age=60, no-cache | ETag: \"a\"", after: 1, rule: only, .refused),
    .init("5.2.2.6", "no-transform changes nothing", "Cache-Control: max-age=60, no-transform", after: 1, .fresh),
    .init("5.2.2.9", "public changes no lifetime", "Cache-Control: public, max-age=60 | ETag: \"a\"", after: 61, .validated),
    .init("RFC 8246", "immutable does not outlive the lifetime", "Cache-Control: max-age=60, immutable | ETag: \"a\"", after: 61, .validated),
    .init("RFC 5861 3", "stale-while-revalidate is not used: it is validated", "Cache-Control: max-age=60, stale-while-revalidate=600 | ETag: \"a\"", after: 61, .validated),
    .init("RFC 5861 3", "after the window of stale-while-revalidate it is validated, too", "Cache-Control: max-age=60, stale-while-revalidate=30 | ETag: \"a\"", after: 91, .validated),
    .init("RFC 5861 3", "stale-while-revalidate does not lengthen max-stale", "Cache-Control: max-age=60, stale-while-revalidate=600 | ETag: \"a\"", request: "Cache-Control: max-stale=30", after: 91, .validated),
    .init("RFC 5861 3", "stale-while-revalidate without a validator asks", "Cache-Control: max-age=60, stale-while-revalidate=600", after: 61, .asked),
    .init("RFC 5861 4", "stale-if-error is nothing before an error", "Cache-Control: max-age=60, stale-if-error=600 | ETag: \"a\"", after: 61, .validated),
  ]

  /// What the user's rule says.
  // swift-format-ignore
  static let rules: [CacheCase] = [
    .init("4", "off reads nothing", minute, after: 1, rule: CacheRule(mode: .off), .asked),
    .init("4", "off leaves only-if-cached to others", minute, request: "Cache-Control: only-if-cached", after: 1, rule: CacheRule(mode: .off), .asked),
    .init("4.3", "refresh validates what is fresh", minute, after: 1, rule: refresh, .validated),
    .init("4.3", "refresh asks where there is no validator", "Cache-Control: max-age=60", after: 1, rule: refresh, .asked),
    .init("5.2.1.7", "only takes what is fresh", minute, after: 1, rule: only, .fresh),
    .init("4.2.4", "only takes what is stale, and says so", minute, after: 6000, rule: only, .stale),
    .init("5.2.1.7", "only refuses what varies", "Cache-Control: max-age=60 | Vary: Accept", first: "Accept: a/b", request: "Accept: c/d", after: 1, rule: only, .refused),
    .init("5.2.1.7", "only refuses another method", minute, method: .post, after: 1, rule: only, .refused),
    .init("5.2.1.7", "only refuses a range", minute, request: "Range: bytes=0-1", after: 1, rule: only, .refused),
    .init("5.2.1.1", "the reader's bound holds", minute, after: 31, rule: CacheRule(mode: .fresh, maxAge: .seconds(30)), .validated),
    .init("5.2.1.2", "a bound of zero accepts any age", minute, after: 59, rule: anyAge, .fresh),
    .init("5.2.1.2", "a bound of zero accepts a stale response", minute, after: 9999, rule: anyAge, .stale),
    .init("5.2.2.2", "must-revalidate beats a bound of zero", "Cache-Control: max-age=60, must-revalidate | ETag: \"a\"", after: 61, rule: anyAge, .validated),
    .init("5.2.2.4", "no-cache beats a bound of zero", "Cache-Control: max-age=60, no-cache | ETag: \"a\"", after: 1, rule: anyAge, .validated),
    .init("4", "a POST is sent, whatever is stored", minute, method: .post, after: 1, .asked),
    .init("4", "a listed POST is served", minute, method: .post, after: 1, rule: posts, .fresh),
    .init("RFC 9110 13.1.2", "a listed POST is not validated", minute, method: .post, after: 61, rule: posts, .asked),
    .init("5.2.1.1", "the request's max-age holds beside a bound of zero", minute, request: "Cache-Control: max-age=30", after: 31, rule: anyAge, .validated),
    .init("5.2.1.1", "within the reader's bound it is served", minute, after: 30, rule: CacheRule(mode: .fresh, maxAge: .seconds(30)), .fresh),
    .init("5.2.1.1", "the stricter of header and bound holds", minute, request: "Cache-Control: max-age=50", after: 31, rule: CacheRule(mode: .fresh, maxAge: .seconds(30)), .validated),
    .init("5.2.1.1", "a looser bound does not undo the header", minute, request: "Cache-Control: max-age=20", after: 21, rule: CacheRule(mode: .fresh, maxAge: .seconds(30)), .validated),
    .init("5.2.1.1", "the reader's bound holds in mode only", minute, after: 61, rule: CacheRule(mode: .only, maxAge: .seconds(30)), .refused),
    .init("4.2.2", "storeFor gives a lifetime where none was named", "ETag: \"a\"", after: 299, rule: CacheRule(mode: .fresh, storeFor: .seconds(300)), .fresh),
    .init("4.2.2", "storeFor ends", "ETag: \"a\"", after: 300, rule: CacheRule(mode: .fresh, storeFor: .seconds(300)), .validated),
    .init("4.2.2", "storeFor takes the heuristics' place", "Last-Modified: @-10000", after: 301, rule: CacheRule(mode: .fresh, storeFor: .seconds(300)), .validated),
    .init("4.2.1", "storeFor does not lengthen max-age", minute, after: 61, rule: CacheRule(mode: .fresh, storeFor: .seconds(300)), .validated),
    .init("4.2.1", "storeFor shortens max-age", minute, after: 31, rule: CacheRule(mode: .fresh, storeFor: .seconds(30)), .validated),
    .init("5.3", "storeFor does not correct an Expires of 0", "Expires: 0 | ETag: \"a\"", after: 1, rule: CacheRule(mode: .fresh, storeFor: .seconds(300)), .validated),
    .init("5.2.2.4", "storeFor does not beat no-cache", "Cache-Control: no-cache | ETag: \"a\"", after: 1, rule: CacheRule(mode: .fresh, storeFor: .seconds(300)), .validated),
  ]
}
