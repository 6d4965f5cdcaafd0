import ClientModel
package import Terminal

/// Functions that shorten addresses, but preserve the parts that distinguish addresses on one host.
package enum ShortAddress {
  /// Shortens an address and preserves its end.
  ///
  /// The scheme is left out first, then the middle of the path, then the query after its first
  /// pair, because the name of that pair describes the request.
  package static func keepingEnd(_ address: SafeText, in width: Int) -> SafeText {
    if address.width <= width { return address }
    let address = withoutScheme(address)
    guard address.width > width, let mark = address.string.firstIndex(of: "?") else {
      return address.fittedInMiddle(to: width)
    }
    let path = SafeText(String(address.string[..<mark]))
    let query = SafeText(String(address.string[mark...]))
    let pair = SafeText(String(address.string[mark...].prefix { $0 != "&" }))
    if query.width + shortestPath <= width {
      return path.fittedInMiddle(to: width - query.width) + query
    }
    let room = width - pair.width - 1 - shortestEnd
    guard room >= min(path.width, shortestPath) else { return address.fittedInMiddle(to: width) }
    let start = path.fittedInMiddle(to: room) + pair + "…"
    return start + query.dropping(columns: query.width - (width - start.width))
  }

  /// The minimum useful widths of a shortened path and of the end of a query, in columns.
  private static let shortestPath = 10
  private static let shortestEnd = 4

  /// Shortens an address whose query is shown elsewhere. Shortens the query first, then removes the
  /// scheme, then the middle of the path.
  static func keepingPath(_ address: SafeText, in width: Int) -> SafeText {
    for address in [address, withoutScheme(address)]
    where address.width <= width || path(of: address).width < width {
      return address.fitted(to: width)
    }
    let path = path(of: withoutScheme(address))
    // `?…` shows that there is a query.
    let query: SafeText = address.string.contains("?") ? "?…" : ""
    return path.fittedInMiddle(to: max(1, width - query.width)) + query
  }

  /// Returns the width of host and path in columns.
  static func pathWidth(of address: SafeText) -> Int { path(of: withoutScheme(address)).width }

  /// Shortens a sentence that contains an address.
  ///
  /// The host is left out first, because the path is more useful. Then the end is truncated.
  static func inSentence(_ text: SafeText, in width: Int) -> SafeText {
    guard text.width > width, let url = firstURL(in: text.string) else { return text }
    let rest = text.string[url.afterScheme...]
    let path = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == " " } ?? rest.endIndex
    return SafeText(text.string[..<url.start] + "…" + rest[path...])
  }

  /// Returns the address without its query.
  private static func path(of address: SafeText) -> SafeText {
    SafeText(String(address.string.prefix { $0 != "?" }))
  }

  private static func withoutScheme(_ address: SafeText) -> SafeText {
    guard let url = firstURL(in: address.string), url.start == address.string.startIndex
    else { return address }
    return SafeText(String(address.string[url.afterScheme...]))
  }

  /// Returns the start of the first URL in the text, and the position after its scheme.
  ///
  /// Returns nil if there is no URL, or if the first URL is in a query.
  private static func firstURL(
    in text: String
  ) -> (start: String.Index, afterScheme: String.Index)? {
    guard let mark = text.firstRange(ofBytes: "://") else { return nil }
    let before = text[..<mark.lowerBound]
    let start = before.lastIndex(of: " ").map(before.index(after:)) ?? before.startIndex
    guard before[start...].allSatisfy(\.isLetter) else { return nil }
    return (start, mark.upperBound)
  }
}
