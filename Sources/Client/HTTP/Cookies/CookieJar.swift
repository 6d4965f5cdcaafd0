import CCurl
import ClientCore

/// A jar of cookies in libcurl's keeping, with Weir's cap on how many it takes.
final class CookieJar {
  /// How many cookies a jar holds (reliability.md, section 2.1).
  static let mostCookies = 3000

  let key: CookieJarKey
  let share: OpaquePointer
  /// A handle that never transfers, through which the jar is read and written.
  private let desk: OpaquePointer
  /// The content as last told.
  private var lines: [String] = []

  /// Nil when memory is short.
  init?(_ key: CookieJarKey) {
    guard let share = ccurl_jar_make() else { return nil }
    guard let desk = ccurl_easy_make() else {
      ccurl_jar_free(share)
      return nil
    }
    self.key = key
    self.share = share
    self.desk = desk
    ccurl_set_jar(desk, share)
  }

  deinit {
    ccurl_easy_end(desk)
    ccurl_easy_free(desk)
    ccurl_jar_free(share)
  }

  /// Replaces the content. Lines that are not cookies in Netscape's format are passed over.
  func fill(_ new: [String]) {
    ccurl_jar_take(desk, "ALL")
    for line in new.filter(Self.isCookie).prefix(Self.mostCookies) { ccurl_jar_take(desk, line) }
    lines = list()
  }

  /// The whole content when it is no longer what it was; nil otherwise.
  ///
  /// Over the cap the newest lose: a server cannot push other servers' cookies out.
  func changed() -> [String]? {
    var now = list()
    if now.count > Self.mostCookies {
      let names = Set(lines.map(Self.identity))
      let known = now.filter { names.contains(Self.identity($0)) }
      let fresh = now.filter { !names.contains(Self.identity($0)) }
      now = Array((known + fresh).prefix(Self.mostCookies))
      ccurl_jar_take(desk, "ALL")
      for line in now { ccurl_jar_take(desk, line) }
      now = list()
    }
    guard Set(now) != Set(lines) else { return nil }
    lines = now
    return now
  }

  private func list() -> [String] {
    final class Lines { var all: [String] = [] }
    let found = Lines()
    ccurl_jar_list(desk, Unmanaged.passUnretained(found).toOpaque()) { context, text in
      guard let context, let text else { return }
      Unmanaged<Lines>.fromOpaque(context).takeUnretainedValue().all.append(String(cString: text))
    }
    return found.all
  }

  /// Domain, path and name: what makes two lines the same cookie.
  private static func identity(_ line: String) -> [Substring] {
    let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
    return columns.count > 5 ? [columns[0], columns[2], columns[5]] : columns
  }

  /// libcurl would take words such as `ALL` and header lines as well; here only cookies pass.
  private static func isCookie(_ line: String) -> Bool {
    line.utf8.filter { $0 == 9 }.count == 6
      && line.utf8.allSatisfy { $0 == 9 || ($0 >= 32 && $0 != 127) }
  }
}
