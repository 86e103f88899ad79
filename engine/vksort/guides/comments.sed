# Turns the plain comments of the public headers into comments of doxygen.
\#// namespace#b
\#//#!b
# The title of a section is not part of the next comment.
s#^// ---- .*##
s#<\([a-z]*\)>#\&lt;\1\&gt;#g
s#Vk[A-Za-z]*::[A-Za-z]*#`&`#g
# `Type::member` becomes a link to vksortType, so that a name that does not exist is an error.
:member
s#\(//.*[ (]\)\([A-Z][A-Za-z]*::[A-Za-z0-9_]*\)#\1\\ref vksort\2 "\2"#
tmember
# Classes of C++ are in the namespace.
s#\\ref vksort\(Sorter\|Toolkit\|Verifier\)::#\\ref vksort::\1::#g
# The first comment of a file describes the file.
1s#^// #/// \\file\n/// #
# An indented line is an item of a list, or code.
s#^\( *\)//   \([^ ].*[;}]\)$#\1/// \\verbatim \2 \\endverbatim#
s#^\( *\)//   \([^ ]\)#\1/// - \2#
# Behind a declaration, on its own line or on the next.
s#^ \{10,\}//#&/<#
s#^\( *[^ /].*  \)// #\1///< #
# Before a declaration.
s#^\( *\)//\([^/]\)#\1///\2#
s#^\( *\)//$#\1///#
