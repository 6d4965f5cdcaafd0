import ClientModel

/// The draft of a job as stored. The draft is sealed, because it contains secrets in plain text. A
/// body that the request also contains is not stored again.
struct StoredDraft: PayloadFields {
  static let blank = StoredDraft(draft: Draft(), sharesBody: false)

  private var draft: Draft
  private var sharesBody: Bool

  private init(draft: Draft, sharesBody: Bool) {
    (self.draft, self.sharesBody) = (draft, sharesBody)
  }

  init(_ draft: Draft, of request: PreparedRequest) {
    self.init(draft: draft, sharesBody: true)
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

  /// Decrypts the draft of a job. Returns nil if the key is missing, because the request remains
  /// usable.
  init?(_ sealed: [UInt8], of job: JobID, vault: Vault) throws(Failure) {
    var reader = PayloadReader(sealed, at: .draft(of: job), vault: vault)
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

  /// Returns the sealed bytes. Returns nil if no key is usable, because a job does not need its
  /// draft. The bytes do not depend on the request, so the request may change.
  func sealed(for job: JobID, by vault: Vault) throws(Failure) -> [UInt8]? {
    var writer = PayloadWriter(for: .draft(of: job), vault: vault)
    do throws(Failure) {
      try writer.sealed { (w) throws(Failure) in try write(to: &w) }
    } catch {
      if error.kind == .secretMissing { return nil }
      throw error
    }
    return writer.bytes
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
