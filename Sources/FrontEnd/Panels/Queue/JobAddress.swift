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

  private static func withoutScheme(_ job: Job) -> Substring {
    let url = Substring(job.displayURL)
    return url.firstRange(ofBytes: "://").map { url[$0.upperBound...] } ?? url
  }
}
