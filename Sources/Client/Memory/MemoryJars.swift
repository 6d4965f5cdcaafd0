import ClientCore
import ClientModel

/// The jars of a `MemoryStorage`.
struct MemoryJars: Sendable {
  private struct Jar {
    var lines: [CookieIdentity: String] = [:]
    var clearing: Int64 = 0
  }

  private var jars: [CookieJarKey: Jar] = [:]
  private(set) var revision: Int64 = 0

  func lines(in key: CookieJarKey) -> [String] { jars[key]?.lines.values.sorted() ?? [] }

  func read(_ keys: [CookieJarKey]) -> StoredJars {
    var found: [CookieJarKey: JarContent] = [:]
    for key in keys {
      found[key] = JarContent(lines: lines(in: key), clearing: jars[key]?.clearing ?? 0)
    }
    return StoredJars(jars: found, revision: revision)
  }

  /// Applies changes to the jars. Skips a change if the jar has been cleared since.
  ///
  /// - Returns: Whether every change was applied.
  @discardableResult
  mutating func apply(_ changes: [CookieChange]) -> Bool {
    var areAllTaken = true
    for change in changes {
      var jar = jars[change.jar] ?? Jar()
      let isCurrent = change.clearing ?? jar.clearing == jar.clearing
      switch (change.kind, change.identity) {
      case (.set(let line), let identity?) where isCurrent: jar.lines[identity] = line
      case (.delete(let identity), _) where isCurrent: jar.lines[identity] = nil
      case (.clear, _) where isCurrent: jar = Jar(clearing: jar.clearing + 1)
      default:
        areAllTaken = false
        continue
      }
      jars[change.jar] = jar
      revision += 1
    }
    return areAllTaken
  }

  mutating func commit(_ changes: [CookieChange], known: KnownJars?) -> CookieReceipt {
    let isCurrent = known?.revision == revision
    let areAllTaken = apply(changes)
    guard let known else { return .unchanged(revision: revision) }
    return isCurrent && areAllTaken ? .unchanged(revision: revision) : .changed(read(known.jars))
  }
}
