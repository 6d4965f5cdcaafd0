/// The shell functions that replace functions of the library's script.
extension CompletionScript {
  /// Functions that join words, call the library's function, and quote the inserted text.
  ///
  /// bash splits the line at `:`, `=` and `@`, so a URL is five words. bash also inserts candidates
  /// without quotes.
  static let bash = ##"""
    # Joins the words that bash split at the characters of COMP_WORDBREAKS, and separates `--option=value`.
    #
    # modified variables: joined_words, joined_index, and joined_prefix: the part of the word to
    # complete that is already on the line and that bash does not replace
    __weir_join_words() {
        local remaining="${COMP_LINE}" gap word breaks='^[:=@]+$' previous=''
        local -i index offset=0
        joined_words=()
        for index in "${!COMP_WORDS[@]}"; do
            word="${COMP_WORDS[index]}"
            gap="${remaining%%[^[:space:]]*}"
            remaining="${remaining#"${gap}"}"
            offset+="${#gap}"
            remaining="${remaining#"${word}"}"
            # Only the part of the word before the cursor is completed.
            [[ "${index}" -ne "${COMP_CWORD}" ]] || word="${COMP_LINE:offset:COMP_POINT-offset}"
            offset+="${#COMP_WORDS[index]}"
            if [[ "${index}" -eq 0 || -n "${gap}" || -z "${COMP_WORDS[index]}" ]]; then
                joined_words+=("${word}")
                joined_prefix=''
            elif [[ "${previous}" = --* && "${word}" = '=' ]]; then
                # The value is a separate word.
                joined_words+=('')
                joined_prefix=''
            elif [[ "${COMP_WORDS[index]}" =~ ${breaks} || "${COMP_WORDS[index - 1]}" =~ ${breaks} ]]; then
                [[ "${COMP_WORDS[index]}" =~ ${breaks} ]] || joined_prefix="${joined_words[-1]}"
                joined_words[-1]+="${word}"
                [[ "${COMP_WORDS[index]}" =~ ${breaks} ]] && joined_prefix="${joined_words[-1]}"
            else
                joined_words+=("${word}")
                joined_prefix=''
            fi
            previous="${joined_words[-1]}"
            [[ "${index}" -lt "${COMP_CWORD}" ]] || break
        done
        joined_index="$((${#joined_words[@]} - 1))"
    }

    # Adds candidates that bash inserts unchanged: quoted, and without the part that is already on the line.
    __weir_add_values() {
        local value
        while IFS='' read -r value; do
            case "${cur}" in
            \'*) value="${value//\'/\'\\\'\'}" ;;
            \"*) value="${value//[\\\"\$\`]/\\&}" ;;
            *) printf -v value %q "${value}" ;;
            esac
            COMPREPLY+=("${value#"${joined_prefix}"}")
        done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
    }

    __weir_add_completions() {
        if [[ "${1}" = -W ]]; then
            __weir_add_values "${@}"
            return
        fi
        # bash itself quotes file names.
        compopt -o filenames 2>/dev/null
        local completion
        while IFS='' read -r completion; do
            COMPREPLY+=("${completion}")
        done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
    }

    __weir_custom_complete() {
        "${COMP_WORDS[0]}" "${@}" "${COMP_WORDS[@]}" 2>/dev/null
    }

    __weir_cursor_index_in_current_word() {
        printf %s "${#COMP_WORDS[COMP_CWORD]}"
    }

    __weir() {
        local -a joined_words
        local -i joined_index
        local joined_prefix=''
        __weir_join_words
        local -a COMP_WORDS=("${joined_words[@]}")
        local -i COMP_CWORD="${joined_index}"
        COMPREPLY=()
        _weir "${1}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        # A value follows a candidate that ends with one of these characters.
        [[ "${#COMPREPLY[@]}" -ne 1 || "${COMPREPLY[0]}" != *[:=@\#] ]] || compopt -o nospace 2>/dev/null
    }

    complete -o nosort -F __weir weir 2>/dev/null || complete -F __weir weir
    """##

  /// A replacement for a function of the library. The original adds a space even if a value
  /// follows.
  static let zsh = ##"""
    __weir_complete() {
        local entry value colon=$'\1'
        local -a open_completions closed_completions
        for entry in "${@}"; do
            # The part before the description, which begins at the first colon without a backslash.
            value="${${entry//\\:/${colon}}%%:*}"
            if [[ "${value}" = *[=@\#${colon}] ]]; then
                open_completions+=("${entry}")
            else
                closed_completions+=("${entry}")
            fi
        done
        _describe -V '' closed_completions -- open_completions -S ''
    }

    """##
}
