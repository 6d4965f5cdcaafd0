import ClientCore
import ClientModel

/// The cookies of transfers: filling the engine and reporting changes.
extension TransferLoop {
  /// Returns a filled cookie engine for an attempt. Returns nil if the attempt uses no cookie jar.
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
