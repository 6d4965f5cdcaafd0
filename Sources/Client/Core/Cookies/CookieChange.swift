public import ClientModel

/// A change to one cookie, or to all cookies of a jar.
public struct CookieChange: Hashable, Sendable {
  /// The kind of change.
  public enum Kind: Hashable, Sendable {
    /// Adds a cookie or replaces it. The text is a line in Netscape's format, as written by
    /// libcurl.
    case set(String)
    /// Deletes a cookie, if the jar contains it.
    case delete(CookieIdentity)
    /// Deletes all cookies of the jar, including unreadable ones. The responses of earlier requests
    /// can no longer change the jar.
    case clear
  }

  /// The jar to change.
  public var jar: CookieJarKey
  /// The kind of change.
  public var kind: Kind
  /// The clearing count of the jar when the request was sent, or nil if the user made the change.
  /// The change is ignored if the jar was cleared afterwards.
  public var clearing: Int64?

  /// Creates a change. A change without a clearing count is a change by the user, which always
  /// applies.
  public init(_ kind: Kind, in jar: CookieJarKey, clearing: Int64? = nil) {
    self.jar = jar
    self.kind = kind
    self.clearing = clearing
  }

  /// The identity of the cookie. Nil if the line is not a cookie or the jar is cleared.
  public var identity: CookieIdentity? {
    switch kind {
    case .set(let line): CookieIdentity(line: line)
    case .delete(let identity): identity
    case .clear: nil
    }
  }
}

/// The content of a jar in the store.
public struct JarContent: Hashable, Sendable {
  /// The maximum number of cookies in a jar. A full jar rejects new cookies, so that a server
  /// cannot evict the cookies of other servers.
  package static let mostCookies = 3000

  /// The cookies as lines in Netscape's format. The values are unencrypted.
  public var lines: [String]
  /// The number of times the jar was cleared.
  public var clearing: Int64

  /// Creates the content of a jar. By default, the jar is empty and was never cleared.
  public init(lines: [String] = [], clearing: Int64 = 0) {
    self.lines = lines
    self.clearing = clearing
  }
}

/// The jars at a revision of the store.
public struct StoredJars: Hashable, Sendable {
  /// The content of each jar.
  public var jars: [CookieJarKey: JarContent]
  /// The number of cookie changes in the store.
  public var revision: Int64

  /// Creates a snapshot of jars.
  public init(jars: [CookieJarKey: JarContent], revision: Int64) {
    self.jars = jars
    self.revision = revision
  }
}

/// The jars that a process has read, and the cookie revision at that time. If they have changed
/// since, a commit returns their new content.
public struct KnownJars: Hashable, Sendable {
  /// The jars that the process has read.
  public var jars: [CookieJarKey]
  /// The cookie revision of the store when the jars were read.
  public var revision: Int64

  /// Creates a list of jars that were read at a revision.
  public init(jars: [CookieJarKey], revision: Int64) {
    self.jars = jars
    self.revision = revision
  }
}

/// The state of the cookie jars after a commit.
public enum CookieReceipt: Hashable, Sendable {
  /// No other process changed the known jars. They now contain the changes of the batch, at this
  /// revision.
  case unchanged(revision: Int64)
  /// The jars differ from the known ones. Another process changed them, or the store refused a
  /// change.
  case changed(StoredJars)
  /// The jars could not be read. They must be read again before they are used.
  case unknown
}

/// The cookies for one attempt.
public struct OutgoingCookies: Hashable, Sendable {
  /// The jar. The response may change it.
  public var jar: CookieJarKey
  /// The clearing count of the jar. Changes by the response contain it.
  public var clearing: Int64
  /// The cookies to send to the request's host.
  public var lines: [String]

  /// Creates the cookies of an attempt. By default, there are no cookies.
  public init(jar: CookieJarKey, clearing: Int64 = 0, lines: [String] = []) {
    self.jar = jar
    self.clearing = clearing
    self.lines = lines
  }
}
