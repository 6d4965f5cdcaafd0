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

  /// The URL without its scheme in so many columns: the host is cut in its middle before the path is
  /// cut, and left out where nothing of it could be read.
  static func fitted(of job: Job, to width: Int) -> SafeText {
    let url = withoutScheme(job)
    let start = url.firstIndex { $0 == "/" || $0 == "?" } ?? url.endIndex
    let (host, path) = (SafeText(String(url[..<start])), path(of: job))
    let room = width - path.width
    if host.width <= room { return full(of: job) }
    return room < shortestHost ? path : host.fittedInMiddle(to: room) + path
  }

  /// What is left of a host that is cut shorter says nothing.
  private static let shortestHost = 7

  private static func withoutScheme(_ job: Job) -> Substring {
    let url = Substring(job.displayURL)
    return url.range(of: "://").map { url[$0.upperBound...] } ?? url
  }
}
