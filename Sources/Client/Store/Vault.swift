import CCrypto
import ClientModel
import Glibc
import Synchronization

/// Seals secrets with AES-256-GCM under a key in the state folder, made when the first is sealed.
///
/// A sealed value is a version byte, a random nonce, and the text with its tag. Format and key
/// version are authenticated with it. A wrong or missing key is an error that names the key file.
final class Vault: Sendable {
  private static let label: [UInt8] = Array("weir sealed text, format 1, key 1".utf8)
  private static let version: UInt8 = 1
  private static let nonceCount = Int(CCRYPTO_NONCE_BYTES)
  private static let tagCount = Int(CCRYPTO_TAG_BYTES)

  let path: String
  private let key = Mutex<[UInt8]?>(nil)

  init(folder: String) { path = folder + "/key" }

  func seal(_ text: String) throws(Failure) -> [UInt8] {
    let key = try usableKey(orMake: true)
    let plain = Array(text.utf8)
    var nonce = [UInt8](repeating: 0, count: Self.nonceCount)
    var sealed = [UInt8](repeating: 0, count: plain.count + Self.tagCount)
    guard ccrypto_random(&nonce, nonce.count) == 1,
      ccrypto_seal(key, nonce, Self.label, Self.label.count, plain, plain.count, &sealed) == 1
    else {
      throw Failure(
        .storage, what: "A secret could not be sealed.", why: "The cipher refused to work.",
        whatToDo: "Use a reference such as `env:NAME` instead, and run `weir doctor`.")
    }
    return [Self.version] + nonce + sealed
  }

  func open(_ sealed: [UInt8]) throws(Failure) -> String {
    let head = 1 + Self.nonceCount
    guard sealed.count >= head + Self.tagCount, sealed[0] == Self.version else {
      throw .damaged("a sealed value is cut off")
    }
    let key = try usableKey(orMake: false)
    let nonce = Array(sealed[1..<head])
    let body = Array(sealed[head...])
    var plain = [UInt8](repeating: 0, count: body.count - Self.tagCount)
    guard
      ccrypto_open(key, nonce, Self.label, Self.label.count, body, body.count, &plain) == 1,
      let text = String(validating: plain, as: UTF8.self)
    else {
      throw refused("It is not the key that sealed this secret, or the secret was changed.")
    }
    return text
  }

  private func usableKey(orMake isMade: Bool) throws(Failure) -> [UInt8] {
    let result: Result<[UInt8], Failure> = key.withLock { known in
      if let known { return .success(known) }
      do throws(Failure) {
        var fresh = try read()
        if fresh == nil, isMade { fresh = try make() }
        guard let fresh else { throw refused("It is missing.") }
        known = fresh
        return .success(fresh)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Nil when there is no key file.
  private func read() throws(Failure) -> [UInt8]? {
    let file = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    if file < 0, errno == ENOENT { return nil }
    guard file >= 0 else { throw .system(errno, doing: "Opening the key", path: path) }
    defer { close(file) }
    try PrivateFile.check(file, path: path)
    var bytes = [UInt8](repeating: 0, count: Int(CCRYPTO_KEY_BYTES) + 1)
    let count = Glibc.read(file, &bytes, bytes.count)
    guard count == Int(CCRYPTO_KEY_BYTES) else { throw refused("It is cut off or too long.") }
    return Array(bytes.prefix(count))
  }

  /// Another process may make the key at the same time: the file appears complete, by a link, and
  /// whoever comes second takes the first one's.
  private func make() throws(Failure) -> [UInt8] {
    var fresh = [UInt8](repeating: 0, count: Int(CCRYPTO_KEY_BYTES))
    var mark: UInt64 = 0
    guard ccrypto_random(&fresh, fresh.count) == 1, ccrypto_random(&mark, 8) == 1 else {
      throw refused("The system gave no random bytes.")
    }
    let draft = "\(path).\(getpid()).\(mark)"
    let file = Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system(errno, doing: "Making the key", path: draft) }
    defer {
      close(file)
      unlink(draft)
    }
    guard write(file, fresh, fresh.count) == fresh.count, fsync(file) == 0 else {
      throw .system(errno, doing: "Writing the key", path: draft)
    }
    if link(draft, path) != 0 {
      guard errno == EEXIST, let other = try read() else {
        throw .system(errno, doing: "Making the key", path: path)
      }
      return other
    }
    try PrivateFile.sync(folder: String(path.dropLast("/key".count)))
    return fresh
  }

  private func refused(_ why: String) -> Failure {
    Failure(
      .secretMissing, what: "A stored secret cannot be opened.", why: "The key \(path): \(why)",
      whatToDo: "Put the right key file back, or enter the secret again.")
  }
}
