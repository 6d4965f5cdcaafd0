import Foundation

/// A fresh folder for one test, removed with its content afterwards.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/weir-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template), let real = realpath(made, nil) else {
      throw Trouble(code: errno)
    }
    path = String(cString: real)
    free(real)
  }

  struct Trouble: Error { let code: Int32 }

  func write(_ text: String, to relative: String) throws {
    var folder = path
    for segment in relative.split(separator: "/").dropLast() {
      folder += "/\(segment)"
      mkdir(folder, 0o755)
    }
    guard let file = fopen("\(path)/\(relative)", "w") else { throw Trouble(code: errno) }
    fputs(text, file)
    fclose(file)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("\(path) stays behind: \(error)")
    }
  }
}
