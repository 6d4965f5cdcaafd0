import ClientModel
import Terminal

/// A job's URL as its row and its response name it.
enum JobAddress {
  /// The URL without its scheme.
  static func full(of job: Job) -> SafeText { SafeText(String(withoutScheme(job))) }

  /// The path and the query alone, for where the host is known.
  static func path(of job: Job) -> SafeText {
    let url = withoutScheme(job)
    guard let path = url.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return "/" }
    return SafeText(String(url[path...]))
  }

  /// The host and its port.
  static func host(of job: Job) -> SafeText {
    let url = withoutScheme(job)
    return SafeText(String(url[..<(url.firstIndex { $0 == "/" || $0 == "?" } ?? url.endIndex)]))
  }

  /// An address in so many columns: the scheme is left out first; then the path is cut in its middle, and the query behind its first pair, whose
  /// name says what the request is about; the end stays, which distinguishes it from others.
  static func shortened(_ address: SafeText, to width: Int) -> SafeText {
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

  /// An address in so many columns whose query is shown elsewhere: the query is cut first, then the scheme is left out,
  /// then the path is cut in its middle.
  static func beforeQuery(_ address: SafeText, to width: Int) -> SafeText {
    for address in [address, withoutScheme(address)]
    where address.width <= width || path(of: address).width < width {
      return address.fitted(to: width)
    }
    return path(of: withoutScheme(address)).fittedInMiddle(to: width)
  }

  /// The columns of host and path.
  static func leastWidth(ofPathIn address: SafeText) -> Int {
    path(of: withoutScheme(address)).width
  }

  private static func path(of address: SafeText) -> SafeText {
    SafeText(String(address.string.prefix { $0 != "?" }))
  }

  /// What is left of a path or of a query that is cut shorter says nothing.
  private static let shortestPath = 10
  private static let shortestEnd = 4

  /// A sentence in so many columns: the host of its URL is left out first, since the path says more; then the end is cut.
  static func sentence(_ text: SafeText, in width: Int) -> SafeText {
    guard text.width > width, let url = schemeEnd(in: text.string) else { return text }
    let rest = text.string[url.end...]
    let path = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == " " } ?? rest.endIndex
    return SafeText(text.string[..<url.start] + "…" + rest[path...])
  }

  private static func withoutScheme(_ address: SafeText) -> SafeText {
    guard let url = schemeEnd(in: address.string), url.start == address.string.startIndex
    else { return address }
    return SafeText(String(address.string[url.end...]))
  }

  /// Where the first URL of a text and what follows its scheme begin; nil for a URL within the query of another.
  private static func schemeEnd(in text: String) -> (start: String.Index, end: String.Index)? {
    guard let mark = text.range(of: "://") else { return nil }
    let before = text[..<mark.lowerBound]
    let start = before.lastIndex(of: " ").map(before.index(after:)) ?? before.startIndex
    guard before[start...].allSatisfy(\.isLetter) else { return nil }
    return (start, mark.upperBound)
  }

  private static func withoutScheme(_ job: Job) -> Substring {
    let url = Substring(job.displayURL)
    return url.range(of: "://").map { url[$0.upperBound...] } ?? url
  }
}
