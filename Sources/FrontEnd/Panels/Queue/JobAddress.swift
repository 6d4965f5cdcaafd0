import ClientModel
import Terminal

/// The text for a job's URL in the job's row and in its response.
enum JobAddress {
  static func full(of job: Job) -> SafeText { SafeText(String(withoutScheme(job))) }

  /// Returns the path and the query, for rows without a host.
  static func path(of job: Job) -> SafeText { SafeText(job.displayPath) }

  static func host(of job: Job) -> SafeText {
    let url = withoutScheme(job)
    return SafeText(String(url[..<(url.firstIndex { $0 == "/" || $0 == "?" } ?? url.endIndex)]))
  }

  private static func withoutScheme(_ job: Job) -> Substring {
    let url = Substring(job.displayURL)
    return url.firstRange(ofBytes: "://").map { url[$0.upperBound...] } ?? url
  }
}
