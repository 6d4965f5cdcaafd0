import ClientModel
import Terminal

/// The text for a job's URL in its row and in its response.
enum JobAddress {
  /// Returns the URL without its scheme.
  static func full(of job: Job) -> SafeText { SafeText(String(withoutScheme(job))) }

  /// Returns the path and the query, for rows with a known host.
  static func path(of job: Job) -> SafeText {
    let url = withoutScheme(job)
    guard let path = url.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return "/" }
    return SafeText(String(url[path...]))
  }

  /// Returns the host and the port.
  static func host(of job: Job) -> SafeText {
    let url = withoutScheme(job)
    return SafeText(String(url[..<(url.firstIndex { $0 == "/" || $0 == "?" } ?? url.endIndex)]))
  }

  private static func withoutScheme(_ job: Job) -> Substring {
    let url = Substring(job.displayURL)
    return url.firstRange(ofBytes: "://").map { url[$0.upperBound...] } ?? url
  }
}
