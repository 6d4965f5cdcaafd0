public import ClientModel

/// A change to one cookie, or to all cookies of a jar.
public struct CookieChange: Hashable, Sendable {
  /// The kind of change.
  public enum Kind: Hashable, Sendable {
    /// Adds or replaces the cookie of a line in Netscape's format, as libcurl writes it.
    case set(String)
    /// Deletes a cookie. Nothing happens if the jar does not contain it.
    case delete(CookieIdentity)
    /// Deletes all cookies of the jar, including unreadable cookies. Responses to requests that
    /// were sent before this change no longer change the jar.
    case clear
  }

  /// The jar to change.
  public var jar: CookieJarKey
  /// The kind of change.
  public var kind: Kind
  /// The clearing count of the jar at the time of the request whose response made the change. If
  /// the jar has since been cleared, the change is ignored. Nil for the user's own change.
  public var clearing: Int64?

  /// Creates a change. Without a clearing count, it is the user's own and always applies.
  public init(_ kind: Kind, in jar: CookieJarKey, clearing: Int64? = nil) {
    self.jar = jar
    self.kind = kind
    self.clearing = clearing
  }

  /// The identity of the cookie, or nil if the line is not a cookie or the jar is cleared.
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
  /// The cookies as lines in Netscape's format, with plain values.
  public var lines: [String]
  /// The number of times that the jar was cleared.
  public var clearing: Int64

  /// Creates content. By default, it is an empty jar that was never cleared.
  public init(lines: [String] = [], clearing: Int64 = 0) {
    self.lines = lines
    self.clearing = clearing
  }
}

/// The jars at one revision of the store.
public struct StoredJars: Hashable, Sendable {
  /// The content of each jar.
  public var jars: [CookieJarKey: JarContent]
  /// The number of changes to all cookies of the store.
  public var revision: Int64

  /// Creates a snapshot of jars at one revision.
  public init(jars: [CookieJarKey: JarContent], revision: Int64) {
    self.jars = jars
    self.revision = revision
  }
}

/// The jars that a process has read, and their revision. A commit returns them again if they have
/// since changed.
public struct KnownJars: Hashable, Sendable {
  /// The jars that the process has read.
  public var jars: [CookieJarKey]
  /// The cookie revision of the store at that time.
  public var revision: Int64

  /// Creates a list of jars that were read at one revision.
  public init(jars: [CookieJarKey], revision: Int64) {
    self.jars = jars
    self.revision = revision
  }
}

/// The report of a commit about the cookie jars.
public enum CookieReceipt: Hashable, Sendable {
  /// The store contains the known jars with the changes of the batch, at this revision.
  case unchanged(revision: Int64)
  /// Other processes changed the jars too, or the store refused one of the changes.
  case changed(StoredJars)
  /// The jars could not be read. They must be read again before they are used.
  case unknown
}

/// The cookies for one attempt.
public struct OutgoingCookies: Hashable, Sendable {
  /// The jar that the response may change.
  public var jar: CookieJarKey
  /// The number of times that the jar had been cleared. Changes by the response contain this
  /// number.
  public var clearing: Int64
  /// The cookies for the host of the request.
  public var lines: [String]

  /// Creates the cookies of an attempt. By default, there are none.
  public init(jar: CookieJarKey, clearing: Int64 = 0, lines: [String] = []) {
    self.jar = jar
    self.clearing = clearing
    self.lines = lines
  }
}
