import ClientModel

/// The stored form of a job's draft. The draft is sealed, because it contains secrets in plain
/// text. A body that the request also contains is not stored again.
///
/// A draft with only a method and a URL is not sealed if the request has no secret of its own. Most
/// drafts of `weir send` are like this, and sealing would take a quarter of the time of the
/// command.
struct StoredDraft: PayloadFields {
  static let blank = StoredDraft(draft: Draft(), sharesBody: false)

  private var draft: Draft
  private var sharesBody: Bool
  /// Whether the draft is stored in clear.
  private var isClear = false

  private init(draft: Draft, sharesBody: Bool) {
    (self.draft, self.sharesBody) = (draft, sharesBody)
  }

  init(_ draft: Draft, of request: PreparedRequest) {
    self.init(draft: draft, sharesBody: true)
    var bare = Draft(url: draft.url)
    (bare.name, bare.method, bare.gateway) = (draft.name, draft.method, draft.gateway)
    // The request also contains the rest of such a draft in clear. A query, a user name and a
    // fragment may be secret.
    isClear =
      draft == bare && request.secretQuery.isEmpty && request.credentials == nil
      && !draft.url.utf8.contains { [0x23, 0x3F, 0x40].contains($0) }
    switch (draft.body, request.body) {
    case (.json(let typed), .text(let sent)) where sent.plain == typed:
      self.draft.body = .json("")
    case (.text(let typed, let mediaType), .text(let sent)) where sent.plain == typed:
      self.draft.body = .text("", mediaType: mediaType)
    case (.bytes(let typed, let mediaType), .bytes(let sent)) where sent == typed:
      self.draft.body = .bytes([], mediaType: mediaType)
    default: sharesBody = false
    }
  }

  /// Decrypts the draft of a job. Returns nil if the key is missing, because the request is usable
  /// without the draft.
  init?(_ stored: [UInt8], of job: JobID, vault: Vault) throws(Failure) {
    var reader = PayloadReader(Array(stored.dropFirst()), at: .draft(of: job), vault: vault)
    if stored.first == Self.clear {
      self = try StoredDraft(from: &reader)
      return
    }
    do throws(Failure) {
      self = try reader.sealed { (r) throws(Failure) in try StoredDraft(from: &r) }
    } catch {
      if error.kind == .secretMissing { return nil }
      throw error
    }
  }

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.fields(1, of: &draft)
    try coder.field(2, &sharesBody)
  }

  /// The first byte of a draft in clear, and of a sealed draft.
  private static let (clear, sealed): (UInt8, UInt8) = (0, 1)

  /// Returns the bytes to store. Returns nil if no key is usable, because a job does not need its
  /// draft. The bytes do not depend on the request, so the request may change.
  func bytes(for job: JobID, by vault: Vault) throws(Failure) -> [UInt8]? {
    var writer = PayloadWriter(for: .draft(of: job), vault: vault)
    if isClear {
      try write(to: &writer)
      return [Self.clear] + writer.bytes
    }
    do throws(Failure) {
      try writer.sealed { (w) throws(Failure) in try write(to: &w) }
    } catch {
      if error.kind == .secretMissing { return nil }
      throw error
    }
    return [Self.sealed] + writer.bytes
  }

  /// Returns the draft. A body that was not stored again is taken from the request.
  func draft(of request: PreparedRequest) -> Draft {
    guard sharesBody else { return draft }
    var draft = draft
    switch (draft.body, request.body) {
    case (.json, .text(let sent)): draft.body = .json(sent.plain ?? "")
    case (.text(_, let mediaType), .text(let sent)):
      draft.body = .text(sent.plain ?? "", mediaType: mediaType)
    case (.bytes(_, let mediaType), .bytes(let sent)):
      draft.body = .bytes(sent, mediaType: mediaType)
    default: break
    }
    return draft
  }
}

extension RowIdentity {
  fileprivate static func draft(of job: JobID) -> RowIdentity {
    RowIdentity(kind: .draft, key: job.rawValue)
  }
}
