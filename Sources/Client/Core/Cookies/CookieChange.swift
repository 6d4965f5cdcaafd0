public import ClientModel

/// One change to one cookie. Jars are changed in no other way, except that they are cleared.
public struct CookieChange: Hashable, Sendable {
  /// What happens to the cookie.
  public enum Kind: Hashable, Sendable {
    /// Adds or replaces the cookie of a line in Netscape's format, as libcurl writes it.
    case set(String)
    /// Deletes a cookie; nothing happens when the jar does not contain it.
    case delete(CookieIdentity)
  }

  /// The jar that changes.
  public var jar: CookieJarKey
  /// What happens to the cookie.
  public var kind: Kind
  /// How often the jar had been cleared when the request left whose response brings the change: one
  /// from before the last clearing comes too late. Nil for the user's own change.
  public var clearing: Int64?

  /// Creates a change; without a clearing count it is the user's own and always applies.
  public init(_ kind: Kind, in jar: CookieJarKey, clearing: Int64? = nil) {
    self.jar = jar
    self.kind = kind
    self.clearing = clearing
  }

  /// Nil for a line that is not a cookie.
  public var identity: CookieIdentity? {
    switch kind {
    case .set(let line): CookieIdentity(line: line)
    case .delete(let identity): identity
    }
  }
}

/// A jar as the store holds it.
public struct JarContent: Hashable, Sendable {
  /// Lines in Netscape's format, values in clear.
  public var lines: [String]
  /// How often it was cleared.
  public var clearing: Int64

  /// Creates content; by default an empty jar that was never cleared.
  public init(lines: [String] = [], clearing: Int64 = 0) {
    self.lines = lines
    self.clearing = clearing
  }
}

/// Jars as they were at one moment of the store.
public struct StoredJars: Hashable, Sendable {
  /// The content of each jar.
  public var jars: [CookieJarKey: JarContent]
  /// Counts the changes to all cookies of the store.
  public var revision: Int64

  /// Creates a snapshot of jars at one revision.
  public init(jars: [CookieJarKey: JarContent], revision: Int64) {
    self.jars = jars
    self.revision = revision
  }
}

/// The jars that a process has read, and their revision. A commit returns them again if they have
/// changed since.
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

/// What a commit reports about the cookie jars.
public enum CookieReceipt: Hashable, Sendable {
  /// The store contains the known jars with the changes of the batch, at this revision.
  case unchanged(revision: Int64)
  /// Others changed them too, or the store refused one of the changes.
  case changed(StoredJars)
  /// They could not be read: they are to be read again before they are used.
  case unknown
}

/// The cookies that go with one attempt.
public struct OutgoingCookies: Hashable, Sendable {
  /// The jar that the response may change.
  public var jar: CookieJarKey
  /// How often the jar had been cleared; changes by the response carry this number.
  public var clearing: Int64
  /// Those that concern the host of the request.
  public var lines: [String]

  /// Creates the cookies of an attempt; by default none.
  public init(jar: CookieJarKey, clearing: Int64 = 0, lines: [String] = []) {
    self.jar = jar
    self.clearing = clearing
    self.lines = lines
  }
}
