import ClientModel

/// The jars that this process uses. They consist of the content last read from the store and the
/// uncommitted changes.
///
/// The changes of a response are first in `waiting`. When they are part of a batch, they are in
/// `leaving` until the batch is committed.
///
/// It belongs to the client's actor. The outbox, the pipeline and the cookie reader share it.
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
  /// A number that never equals a revision of the store. If it is the known revision, the next
  /// receipt contains all known jars.
  private static let outdated: Int64 = -1
  private var revision = outdated

  var hasChanges: Bool { !waiting.isEmpty }
  /// The known jars and their revision. Nil if no request has used a jar yet.
  var known: KnownJars? {
    jars.isEmpty ? nil : KnownJars(jars: Array(jars.keys), revision: revision)
  }

  /// Returns whether the content of a jar is known and current.
  func knows(_ jar: CookieJarKey) -> Bool { jars[jar] != nil && revision != Self.outdated }

  /// Adds the changes of a response. The next request already uses them, and the next batch commits
  /// them.
  func note(_ changes: [CookieChange]) {
    for change in changes { jars[change.jar]?.apply(change) }
    waiting += changes
  }

  /// Removes and returns the changes to commit. The caller must then call `settle` or `restore`.
  func take() -> [CookieChange] {
    leaving = waiting
    waiting = []
    return leaving
  }

  /// Puts back the changes of a batch that was not committed.
  func restore() {
    waiting = leaving + waiting
    leaving = []
  }

  /// Applies the receipt of a committed batch.
  ///
  /// - Parameter known: The jars and the revision in the batch. The receipt does not contain jars
  ///   that were read later.
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

  /// Replaces jars by content read from the store. A batch may be in progress.
  func take(_ read: StoredJars) {
    replace(read)
    // It is unknown whether the content includes the changes in progress.
    if !leaving.isEmpty { revision = Self.outdated }
  }

  /// Compares the known revision with the store's current revision. If they differ, the jars must
  /// be read again.
  func compare(_ current: Int64) { if current != revision { clearRevision() } }

  /// Marks the known jars as outdated, because this process changed cookies outside a batch.
  func clearRevision() { revision = Self.outdated }

  private func replace(_ stored: StoredJars) {
    for (key, content) in stored.jars { jars[key] = Jar(content) }
    for change in leaving + waiting { jars[change.jar]?.apply(change) }
    revision = stored.revision
  }

  /// Returns the cookies for a request to a host. Returns nil if the jar is unknown.
  func outgoing(_ key: CookieJarKey, to host: String) -> OutgoingCookies? {
    guard let jar = jars[key] else { return nil }
    let lines = jar.lines.filter { $0.key.concerns(host: host) }.map(\.value)
    return OutgoingCookies(jar: key, clearing: jar.clearing, lines: lines.sorted())
  }

  func lines(in key: CookieJarKey) -> [String]? { jars[key].map { $0.lines.values.sorted() } }
}
