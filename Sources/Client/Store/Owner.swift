import CCrypto
import ClientModel
import Glibc
import Synchronization

/// This store's name among those that share it, and the kernel lock that proves it alive.
///
/// The name is the process's number and random digits, so it never comes twice. The lock is a file
/// `owners/NAME`, held from the first attempt to the end of the process, however that comes.
final class Owner: Sendable {
  let instance: String
  private let folder: String
  private let lock = Mutex<KernelLock?>(nil)

  init(folder: String) throws(Failure) {
    self.folder = folder + "/owners"
    var mark: UInt64 = 0
    guard ccrypto_random(&mark, 8) == 1 else {
      throw .system(ENOSYS, doing: "Taking random bytes", path: "the kernel")
    }
    instance = "\(getpid())-\(String(mark, radix: 16))"
  }

  /// The name, once it is locked.
  func name() throws(Failure) -> String {
    let failure: Failure? = lock.withLock { held in
      if held != nil { return nil }
      do throws(Failure) {
        try PrivateFile.prepareFolder(folder)
        let fresh = try KernelLock(path: "\(folder)/\(instance)")
        try fresh.acquireAtAnyTime()
        held = fresh
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    return instance
  }

  /// What the kernel says of the lock of the process that goes by this name.
  func lock(of name: String) -> LockState {
    if name == instance { return .held }
    guard Self.isName(name) else { return .free }
    return LockState.probe("\(folder)/\(name)")
  }

  /// False only when the process is dead, by the kernel's word.
  func mayLive(_ name: String) -> Bool { lock(of: name) != .free }

  /// Returns when the process that goes by this name has ended.
  func waitForEnd(of name: String) async {
    guard Self.isName(name) else { return }
    await OwnerWatch(path: "\(folder)/\(name)").wait()
  }

  /// The number of the process that goes by this name.
  static func process(of name: String) -> Int32? {
    Int32(name.prefix(whileByte: { $0 != UInt8(ascii: "-") }))
  }

  /// The names there are, of the living and the dead.
  func everybody() -> [String] {
    FolderEntries.names(in: folder).filter(Self.isName)
  }

  func bury(_ name: String) { unlink("\(folder)/\(name)") }

  func release() {
    lock.withLock { held in
      if held != nil { bury(instance) }
      held = nil
    }
  }

  /// Only what such a name consists of, so that no path can be smuggled in.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0 == 45 || ($0 >= 48 && $0 <= 57) || ($0 >= 97 && $0 <= 102) }
  }
}
