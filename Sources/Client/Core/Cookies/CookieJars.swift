import ClientModel

/// The jars that this process uses: what the store held at its last commit or reading, with the changes
/// that are still to be committed on top.
///
/// A response's changes pass through three places: `waiting` until a batch takes them, `leaving` until
/// the batch's receipt, then the store's.
///
/// It belongs to the client's actor: the outbox, the pipeline and the reader of cookies share it.
final class CookieJars {
  private struct Jar {
    var clearing: Int64
    var lines: [CookieIdentity: String]

    init(_ content: JarContent) {
      clearing = content.clearing
      lines = [:]
      for line in content.lines {
        if let identity = CookieIdentity(line: line) { lines[identity] = line }
      }
    }

    mutating func apply(_ change: CookieChange) {
      guard let identity = change.identity, change.clearing ?? clearing == clearing else { return }
      switch change.kind {
      case .set(let line): lines[identity] = line
      case .delete: lines[identity] = nil
      }
    }
  }

  private var jars: [CookieJarKey: Jar] = [:]
  private var waiting: [CookieChange] = []
  private var leaving: [CookieChange] = []
  /// No revision of the store: the next receipt then brings every known jar.
  private static let outdated: Int64 = -1
  private var revision = outdated

  var hasChanges: Bool { !waiting.isEmpty }
  /// Nil while no request has used a jar.
  var known: KnownJars? {
    jars.isEmpty ? nil : KnownJars(jars: Array(jars.keys), revision: revision)
  }

  /// True when a jar is known, as the last commit left it.
  func knows(_ jar: CookieJarKey) -> Bool { jars[jar] != nil && revision != Self.outdated }

  /// Takes over what a response changed: the next request has it, and the next batch commits it.
  func note(_ changes: [CookieChange]) {
    for change in changes { jars[change.jar]?.apply(change) }
    waiting += changes
  }

  /// Everything that is to be committed; the receipt, or `giveBack`, follows.
  func take() -> [CookieChange] {
    leaving = waiting
    waiting = []
    return leaving
  }

  /// The batch was not committed.
  func giveBack() {
    waiting = leaving + waiting
    leaving = []
  }

  /// The batch is committed.
  ///
  /// - Parameter known: What the batch said of this. A jar that was read meanwhile is not in the receipt.
  func settle(_ receipt: CookieReceipt, for known: KnownJars?) {
    leaving = []
    let isComplete = known?.jars.count ?? 0 == jars.count
    switch receipt {
    case .unchanged(let reached):
      revision =
        isComplete && known?.revision == revision && !jars.isEmpty ? reached : Self.outdated
    case .changed(let stored):
      replace(stored)
      if !isComplete { revision = Self.outdated }
    case .unknown: revision = Self.outdated
    }
  }

  /// Takes over jars that were read while a batch may be on its way.
  func take(_ read: StoredJars) {
    replace(read)
    // What is on its way may be in there or not, and others may have come after it.
    if !leaving.isEmpty { revision = Self.outdated }
  }

  /// The store's cookies are at this revision: where they are not known as of it, they are read again.
  func compare(_ current: Int64) { if current != revision { clearRevision() } }

  /// This process changed cookies by an order of their own.
  func clearRevision() { revision = Self.outdated }

  private func replace(_ stored: StoredJars) {
    for (key, content) in stored.jars { jars[key] = Jar(content) }
    for change in leaving + waiting { jars[change.jar]?.apply(change) }
    revision = stored.revision
  }

  /// What goes with a request to a host; nil for a jar that is not known.
  func outgoing(_ key: CookieJarKey, to host: String) -> OutgoingCookies? {
    guard let jar = jars[key] else { return nil }
    let lines = jar.lines.filter { $0.key.concerns(host: host) }.map(\.value)
    return OutgoingCookies(jar: key, clearing: jar.clearing, lines: lines.sorted())
  }

  func lines(in key: CookieJarKey) -> [String]? { jars[key].map { $0.lines.values.sorted() } }
}
