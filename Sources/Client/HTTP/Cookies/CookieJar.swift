import CCurl
import ClientCore
import ClientModel

/// The cookie engine of libcurl, for one transfer at a time. It receives the cookies of the jar
/// before a request, applies RFC 6265 to the response, and returns the changes.
final class CookieJar {
  let share: OpaquePointer
  /// A handle for access to the engine. It is never used for a transfer.
  private let port: OpaquePointer
  /// The cookie lines of the last `fill`.
  private var lines: [String] = []
  private var taken: [CookieIdentity: String] = [:]
  private var isTouched = false

  /// Creates an empty engine. Returns nil if memory is exhausted.
  init?() {
    guard let share = ccurl_jar_make() else { return nil }
    guard let port = ccurl_easy_make() else {
      ccurl_jar_free(share)
      return nil
    }
    self.share = share
    self.port = port
    ccurl_set_jar(port, share)
  }

  deinit {
    ccurl_easy_end(port)
    ccurl_easy_free(port)
    ccurl_jar_free(share)
  }

  /// Replaces all cookies before a transfer. Skips lines that are not in Netscape's format.
  func fill(_ new: [String]) {
    guard isTouched || new != lines else { return }
    ccurl_jar_take(port, "ALL")
    for line in new where Self.isCookie(line) { ccurl_jar_take(port, line) }
    lines = new
    taken = new.isEmpty ? [:] : list()
    isTouched = false
  }

  /// Returns the changes made by a response with `Set-Cookie` fields.
  ///
  /// - Parameter fields: The `Set-Cookie` fields. A field that sets an unchanged value also counts
  ///   as a change, because another process may have changed the cookie since.
  func changes(
    by fields: [SetCookieField], of cookies: OutgoingCookies, at now: Timestamp
  ) -> [CookieChange] {
    isTouched = true
    let seconds = now.milliseconds / 1000
    var found = list()
    let named = Dictionary(fields.map { ($0.identity, $0) }, uniquingKeysWith: { $1 })
    for (identity, line) in found {
      if let field = named[identity], field.mayHaveSet(line), taken[identity] != line {
        found[identity] = field.dated(line)
      }
    }
    // The engine stores a deleted cookie as expired until the next cookie is set.
    found = found.filter { (CookieIdentity.expiry(ofLine: $0.value) ?? .max) > seconds }
    var kinds: [CookieIdentity: CookieChange.Kind] = [:]
    for (identity, line) in found where taken[identity] != line { kinds[identity] = .set(line) }
    for (identity, line) in taken where found[identity] == nil {
      let expiry = CookieIdentity.expiry(ofLine: line) ?? .max
      // An expired cookie does not count as deleted, because another process may have renewed it.
      if expiry > seconds { kinds[identity] = .delete(identity) }
    }
    for field in fields where kinds[field.identity] == nil {
      if let line = found[field.identity] {
        if field.mayHaveSet(line) { kinds[field.identity] = .set(line) }
      } else if field.isDeletion(at: now) {
        kinds[field.identity] = .delete(field.identity)
      }
    }
    return kinds.values.map { CookieChange($0, in: cookies.jar, clearing: cookies.clearing) }
  }

  private func list() -> [CookieIdentity: String] {
    final class Lines { var all: [CookieIdentity: String] = [:] }
    let found = Lines()
    ccurl_jar_list(port, Unmanaged.passUnretained(found).toOpaque()) { context, text in
      guard let context, let text else { return }
      let line = String(cString: text)
      guard let identity = CookieIdentity(line: line) else { return }
      Unmanaged<Lines>.fromOpaque(context).takeUnretainedValue().all[identity] = line
    }
    return found.all
  }

  /// Returns whether a line is a cookie. libcurl would also accept header lines, and commands such
  /// as `ALL`.
  private static func isCookie(_ line: String) -> Bool {
    line.utf8.filter { $0 == 9 }.count == 6
      && line.utf8.allSatisfy { $0 == 9 || ($0 >= 32 && $0 != 127) }
  }
}
