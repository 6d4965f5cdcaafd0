import CCrypto
import ClientCore
import ClientModel
import Glibc
import Synchronization

/// The encryption of secrets with AES-256-GCM and a key in the state folder. The key is created
/// when the first secret is sealed.
///
///     3 | id of the key, 8 bytes | nonce, 12 bytes | sealed bytes, ending with their tag
///
/// The seal authenticates the format, the key id and the place of a value, so a value that was
/// copied to a different row or field cannot be decrypted. If the key is missing or wrong, the
/// failure names the key file. A lost key that is found after a new one was created can be restored
/// as `key.ID` beside the new key.
final class Vault: Sendable {
  private static let format: UInt8 = 3
  private static let nonceCount = Int(CCRYPTO_NONCE_BYTES)
  private static let tagCount = Int(CCRYPTO_TAG_BYTES)

  let path: String
  /// The key for sealing.
  private let key = Mutex<VaultKey?>(nil)
  private let others = Mutex<[[UInt8]: VaultKey]>([:])
  /// The id of the only key for sealing, if several machines share the store. A missing key is then
  /// not created.
  private let shared = Mutex<[UInt8]?>(nil)

  init(folder: String) { path = folder + "/key" }

  /// Checks that secrets can be sealed. `certain` creates a missing key. `possible` only reads the
  /// key file, which may be missing.
  func check(_ need: SealingKeyNeed) throws(Failure) {
    switch need {
    case .certain: _ = try usableKey(orMake: true)
    case .possible:
      if key.withLock({ $0 }) == nil { _ = try read(path) }
    }
  }

  /// Returns the id of the key for sealing. Creates a missing key.
  func keyID() throws(Failure) -> [UInt8] { try usableKey(orMake: true).id }

  /// Allows only this key for sealing, because other machines also use it.
  func share(_ id: [UInt8]) {
    shared.withLock { $0 = id }
    key.withLock { if $0?.id != id { $0 = nil } }
  }

  func seal(_ plain: [UInt8], at place: SealedValueLocation) throws(Failure) -> [UInt8] {
    let key = try usableKey(orMake: true)
    let label = place.label(format: Self.format, key: key.id)
    var nonce = [UInt8](repeating: 0, count: Self.nonceCount)
    var sealed = [UInt8](repeating: 0, count: plain.count + Self.tagCount)
    guard ccrypto_random(&nonce, nonce.count) == 1,
      ccrypto_seal(key.sealing, nonce, label, label.count, plain, plain.count, &sealed) == 1
    else {
      throw Failure(
        .storage, what: "A secret could not be sealed.", why: "The cipher failed.",
        whatToDo: "Use a reference such as `env:NAME` instead, and run `weir doctor`.")
    }
    return [Self.format] + key.id + nonce + sealed
  }

  func open(_ sealed: [UInt8], at place: SealedValueLocation) throws(Failure) -> [UInt8] {
    guard sealed.first == Self.format else {
      throw .damaged("a sealed value has an unknown format")
    }
    let head = 1 + VaultKey.idCount + Self.nonceCount
    guard sealed.count >= head + Self.tagCount else { throw .damaged("a sealed value is cut off") }
    let key = try key(named: Array(sealed[1..<1 + VaultKey.idCount]))
    let label = place.label(format: Self.format, key: key.id)
    let nonce = Array(sealed[(1 + VaultKey.idCount)..<head])
    let body = Array(sealed[head...])
    var plain = [UInt8](repeating: 0, count: body.count - Self.tagCount)
    guard ccrypto_open(key.sealing, nonce, label, label.count, body, body.count, &plain) == 1 else {
      // If the key is right, decryption fails only for a changed or moved value.
      throw .damaged("a sealed value was changed or moved")
    }
    return plain
  }

  /// Returns a keyed hash, which is stored instead of a value that is only compared. Creates a
  /// missing key.
  func hash(_ bytes: [UInt8], for purpose: String) throws(Failure) -> [UInt8] {
    try usableKey(orMake: true).hash(bytes, for: purpose)
  }

  /// Returns the key with which a value was sealed.
  private func key(named id: [UInt8]) throws(Failure) -> VaultKey {
    if let present = key.withLock({ $0 }), present.id == id { return present }
    if let known = others.withLock({ $0[id] }) { return known }
    if let beside = try read(path + "." + VaultKey.name(of: id)), beside.id == id {
      others.withLock { $0[id] = beside }
      return beside
    }
    // The user may have replaced a wrong key file with the right one.
    key.withLock { $0 = nil }
    let present = try usableKey(orMake: false)
    guard present.id == id else {
      let name = VaultKey.name(of: id)
      throw refused(
        "The file contains key \(present.name), but the secret was sealed with key \(name).",
        "Put the key \(name) beside it as \(path).\(name), or enter the secret again.")
    }
    return present
  }

  private func usableKey(orMake isMade: Bool) throws(Failure) -> VaultKey {
    let shared = shared.withLock { $0 }
    let result: Result<VaultKey, Failure> = key.withLock { known in
      if let known { return .success(known) }
      do throws(Failure) {
        var fresh = try read(path)
        if fresh == nil, isMade, shared == nil { fresh = try make() }
        if let shared, fresh?.id != shared { throw notShared(shared) }
        guard let fresh else { throw refused("It is missing.") }
        known = fresh
        return .success(fresh)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Reads a key file. Returns nil if it does not exist.
  private func read(_ path: String) throws(Failure) -> VaultKey? {
    let file = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    if file < 0, errno == ENOENT { return nil }
    guard file >= 0 else {
      throw refused("It cannot be read: \(String(cString: strerror(errno))).")
    }
    defer { close(file) }
    do throws(Failure) { try PrivateFile.check(file, path: path) } catch {
      throw refused(error.why, error.whatToDo)
    }
    var bytes = [UInt8](repeating: 0, count: Int(CCRYPTO_KEY_BYTES) + 1)
    let count = Glibc.read(file, &bytes, bytes.count)
    guard count == Int(CCRYPTO_KEY_BYTES) else { throw refused("It is cut off or too long.") }
    return try VaultKey(Array(bytes.prefix(count)))
  }

  /// Creates a key. Another process may do so at the same time, so the complete file is linked to
  /// its final name. The process whose link fails uses the key of the other.
  private func make() throws(Failure) -> VaultKey {
    var fresh = [UInt8](repeating: 0, count: Int(CCRYPTO_KEY_BYTES))
    var mark: UInt64 = 0
    guard ccrypto_random(&fresh, fresh.count) == 1, ccrypto_random(&mark, 8) == 1 else {
      throw refused("The system returned no random bytes.")
    }
    let draft = "\(path).\(getpid()).\(mark)"
    let file = Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system(errno, doing: "Creating the key", path: draft) }
    defer {
      close(file)
      unlink(draft)
    }
    guard write(file, fresh, fresh.count) == fresh.count, fsync(file) == 0 else {
      throw .system(errno, doing: "Writing the key", path: draft)
    }
    if link(draft, path) != 0 {
      guard errno == EEXIST, let other = try read(path) else {
        throw .system(errno, doing: "Creating the key", path: path)
      }
      return other
    }
    try PrivateFile.sync(folder: String(path.dropLast("/key".count)))
    return try VaultKey(fresh)
  }

  private func notShared(_ id: [UInt8]) -> Failure {
    refused(
      "The machines that share the store use key \(VaultKey.name(of: id)).",
      "Copy the key file from one of these machines.")
  }

  private func refused(
    _ why: String,
    _ whatToDo: String =
      "Restore the correct key file, from a backup if necessary, or enter the secret again."
  ) -> Failure {
    Failure(
      .secretMissing, what: "Secrets can be neither encrypted nor decrypted.",
      why: "The key \(path) cannot be used. \(why)",
      whatToDo: whatToDo)
  }
}
