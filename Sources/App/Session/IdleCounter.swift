import Glibc

/// A counter that increases each time the session becomes idle. The count is written to the file
/// that WEIR_IDLE_FILE names. Tests wait for a change of that file.
struct IdleCounter {
  private let path: String?
  private var count = 0

  init() { path = SystemVariables.value("WEIR_IDLE_FILE") }

  mutating func bump() {
    guard let path else { return }
    count += 1
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    _ = DescriptorWriting.fault(writing: Array("\(count)".utf8), to: file)
    close(file)
  }
}
