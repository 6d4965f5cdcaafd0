/// The version of Weir, which `weir --version` prints and which requests carry in `User-Agent`.
public enum WeirVersion {
  /// Three numbers: `0.1.0`.
  public static let text = "0.1.0"
}
