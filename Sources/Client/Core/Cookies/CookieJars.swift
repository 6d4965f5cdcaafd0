import ClientModel

/// The jars that this process uses: the content of the store at the last commit or reading, plus
/// the uncommitted changes.
///
/// A response's changes are in `waiting` until they become part of a batch, in `leaving` until the
/// receipt of the batch, and then in the store.
///
/// It belongs to the client's actor. The outbox, the pipeline and the reader of cookies share it.
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
      guard change.clearing ?? clearing == clearing else { return }
      switch (change.kind, change.identity) {
      case (.set(let line), let identity?): lines[identity] = line
      case (.delete(let identity), _): lines[identity] = nil
      case (.clear, _): lines = [:]
      case (.set, nil): break
      }
    }
  }

  private var jars: [CookieJarKey: Jar] = [:]
  private var waiting: [CookieChange] = []
  private var leaving: [CookieChange] = []
  /// A number that is never a revision of the store. With it as the known revision, the next
  /// receipt contains every known jar.
  private static let outdated: Int64 = -1
  private var revision = outdated

  var hasChanges: Bool { !waiting.isEmpty }
  /// The known jars with their revision, or nil while no request has used a jar.
  var known: KnownJars? {
    jars.isEmpty ? nil : KnownJars(jars: Array(jars.keys), revision: revision)
  }

  /// Returns whether a jar is known in the state of the last commit.
  func knows(_ jar: CookieJarKey) -> Bool { jars[jar] != nil && revision != Self.outdated }

  /// Adds the changes that a response made. The next request uses them, and the next batch commits
  /// them.
  func note(_ changes: [CookieChange]) {
    for change in changes { jars[change.jar]?.apply(change) }
    waiting += changes
  }

  /// Removes and returns the changes to commit. The caller must call `settle` or `restore`
  /// afterwards.
  func take() -> [CookieChange] {
    leaving = waiting
    waiting = []
    return leaving
  }

  /// Puts the changes of an uncommitted batch back.
  func restore() {
    waiting = leaving + waiting
    leaving = []
  }

  /// Applies the receipt of a committed batch.
  ///
  /// - Parameter known: The jars and revision in the batch. A jar that was read in the meantime is
  ///   not in the receipt.
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

  /// Replaces jars with the content that was read from the store. A batch may be in progress.
  func take(_ read: StoredJars) {
    replace(read)
    // The read jars may or may not contain the changes in progress, and further changes may have
    // followed.
    if !leaving.isEmpty { revision = Self.outdated }
  }

  /// Compares the known revision with the store's revision. If they differ, the jars are read again
  /// before they are used.
  func compare(_ current: Int64) { if current != revision { clearRevision() } }

  /// Invalidates the revision, because this process changed cookies outside a batch.
  func clearRevision() { revision = Self.outdated }

  private func replace(_ stored: StoredJars) {
    for (key, content) in stored.jars { jars[key] = Jar(content) }
    for change in leaving + waiting { jars[change.jar]?.apply(change) }
    revision = stored.revision
  }

  /// Returns the cookies for a request to a host, or nil for an unknown jar.
  func outgoing(_ key: CookieJarKey, to host: String) -> OutgoingCookies? {
    guard let jar = jars[key] else { return nil }
    let lines = jar.lines.filter { $0.key.concerns(host: host) }.map(\.value)
    return OutgoingCookies(jar: key, clearing: jar.clearing, lines: lines.sorted())
  }

  func lines(in key: CookieJarKey) -> [String]? { jars[key].map { $0.lines.values.sorted() } }
}
