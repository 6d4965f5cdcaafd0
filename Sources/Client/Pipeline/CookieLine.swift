package import ClientModel

/// One cookie as libcurl stores it: a line of seven fields separated by tabs.
///
/// - Source: the Netscape cookie file format as written by curl.
package struct CookieLine: Hashable, Sendable {
  package enum DomainScope: Hashable, Sendable { case hostOnly, subdomains }
  package enum Channel: Hashable, Sendable { case any, secureOnly }
  package enum Access: Hashable, Sendable { case any, httpOnly }

  package var domain: String
  package var reach: DomainScope
  package var path: String
  package var channel: Channel
  package var access: Access
  /// The time at which the cookie expires. Nil for a session cookie.
  package var expires: Timestamp?
  package var name: String
  /// The value, which is never displayed.
  package var value: Secret

  /// Parses a line. Returns nil for comments, empty lines, and lines that are not a valid cookie.
  package init?(_ line: String) {
    let mark = "#HttpOnly_"
    let isHidden = line.begins(with: mark)
    let text = isHidden ? line.dropping(bytes: mark.utf8.count) : line[...]
    guard !text.begins(with: "#") else { return nil }
    let fields = text.pieces(at: "\t").map(String.init)
    guard fields.count == 7, !fields[0].isEmpty, !fields[5].isEmpty, let seconds = Int64(fields[4]),
      seconds >= 0
    else { return nil }
    domain = fields[0].begins(with: ".") ? String(fields[0].dropping(bytes: 1)) : fields[0]
    reach = fields[1] == "TRUE" ? .subdomains : .hostOnly
    path = fields[2]
    channel = fields[3] == "TRUE" ? .secureOnly : .any
    expires = seconds == 0 ? nil : Timestamp(milliseconds: min(seconds, 1 << 40) * 1000)
    name = fields[5]
    value = Secret(fields[6])
    access = isHidden ? .httpOnly : .any
  }

  /// The line in libcurl's format, with the value in clear text. Only the cookie jar uses it.
  package var line: String {
    let host = reach == .subdomains ? ".\(domain)" : domain
    let fields = [
      (access == .httpOnly ? "#HttpOnly_" : "") + host, reach == .subdomains ? "TRUE" : "FALSE",
      path,
      channel == .secureOnly ? "TRUE" : "FALSE", String((expires?.milliseconds ?? 0) / 1000), name,
      value.reveal(),
    ]
    return fields.joined(separator: "\t")
  }
}
