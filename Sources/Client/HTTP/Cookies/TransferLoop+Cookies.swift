import ClientCore
import ClientModel

/// Functions that fill the cookie engines of transfers and report the changes to cookies.
extension TransferLoop {
  /// Returns a filled cookie engine for an attempt, or nil if the attempt does not use a cookie
  /// jar.
  func jar(
    for attempt: OutgoingAttempt, _ idle: CookieJar?
  ) throws(Failure) -> CookieJar? {
    guard attempt.request.options.cookies == .jar, let cookies = attempt.cookies else { return nil }
    guard let jar = idle ?? CookieJar() else {
      throw .outOfMemory
    }
    jar.fill(cookies.lines)
    return jar
  }

  /// Reports the changes that a response made to its jar.
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
