import ClientCore
import ClientModel

/// Cookies that go with a transfer and come back from it.
extension TransferLoop {
  /// The cookie engine for an attempt, filled; nil for one that uses no jar.
  func jar(
    for attempt: OutgoingAttempt, _ idle: CookieJar?
  ) throws(Failure) -> CookieJar? {
    guard attempt.request.options.cookies == .jar, let cookies = attempt.cookies else { return nil }
    guard let jar = idle ?? CookieJar() else {
      throw .unsupported("memory for cookies", version: features.version)
    }
    jar.fill(cookies.lines)
    return jar
  }

  /// What a response changed in its jar.
  func reportCookies(of transfer: Transfer) {
    guard transfer.verdict.setsCookies, let jar = transfer.handle.jar,
      let cookies = transfer.attempt.cookies,
      transfer.request.options.cookies == .jar
    else { return }
    let time = SystemClock().now
    let fields = SetCookieField.all(in: transfer.head.head, to: transfer.request)
    let changes = jar.changes(by: fields, of: cookies, at: time)
    if !changes.isEmpty { report(.cookiesChanged(changes)) }
  }
}
