/// One cookie of a jar, as its Netscape line has it; the value is kept out of sight.
///
/// - Source: curl's cookie file form: seven fields between tabs, `#HttpOnly_` before the domain.
package struct CookieLine: Hashable, Sendable {
  package let domain: String
  package let path: String
  package let name: String
  /// Seconds since 1970; nil for a cookie that ends with the session.
  package let expires: Int64?
  package let isSecure: Bool
  package let isHTTPOnly: Bool

  /// Nil for comments and for lines of another form.
  package init?(_ line: String) {
    let mark = "#HttpOnly_"
    isHTTPOnly = line.hasPrefix(mark)
    let text = isHTTPOnly ? line.dropFirst(mark.count) : line[...]
    let fields = text.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 7, !text.hasPrefix("#"), let time = Int64(fields[4]) else { return nil }
    domain = String(fields[0])
    path = String(fields[2])
    isSecure = fields[3] == "TRUE"
    expires = time == 0 ? nil : time
    name = String(fields[5])
  }
}
